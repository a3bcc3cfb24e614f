import type { MenuPlace, Screen, ScreenGroup } from './screenRow.ts';

/** Where the menus offer a screen. */
const menu = <Icon extends string>(group: ScreenGroup, short: string, icon: Icon, more?: Omit<MenuPlace, 'group' | 'short' | 'icon'>) => ({
  group,
  short,
  icon,
  ...more,
});

/** The rows of the screen table that stand in a menu, in the order of the menus. */
export const menuScreens = {
  overview: {
    path: '/',
    title: 'Overview',
    needs: 'view:dashboard',
    menu: menu('Overview', 'Overview', 'layout-dashboard', { letter: 'o', tab: [1, 1, 1, 1] }),
  },
  verifications: {
    path: '/operations/verifications',
    aliased: true,
    title: 'Verification History',
    needs: 'view:verifications',
    morphic: 'live',
    menu: menu('Operations', 'Verify', 'badge-check', { letter: 'v', tab: [4, 2, 2, 2], installed: 1 }),
  },
  evidence: {
    path: '/operations/evidence',
    aliased: true,
    title: 'Evidence Management',
    needs: 'view:evidence',
    morphic: 'live',
    menu: menu('Operations', 'Evidence', 'file-check', { letter: 'e', tab: [0, 3, 3, 3], installed: 2 }),
  },
  pipeline: {
    path: '/operations/pipeline',
    aliased: true,
    title: 'Pipeline Monitor',
    needs: 'view:pipeline',
    morphic: 'live',
    menu: menu('Operations', 'Pipeline', 'workflow', { letter: 'p', tab: [2, 4, 5, 4], installed: 3 }),
  },
  dlq: {
    path: '/operations/dlq',
    title: 'Dead Letter Queue',
    needs: 'view:pipeline',
    menu: menu('Operations', 'Queue', 'inbox', { letter: 'd', tab: [3, 5, 4, 6], installed: 4 }),
  },
  dgn: {
    path: '/finance/dgn',
    aliased: true,
    title: 'DGN Portfolio Dashboard',
    needs: 'view:finance',
    morphic: 'live',
    menu: menu('Finance', 'DGN', 'layers', { letter: 'n', installed: 5 }),
  },
  rbf: {
    path: '/finance/rbf',
    aliased: true,
    title: 'Results-Based Finance Tracking',
    needs: 'view:finance',
    morphic: 'live',
    menu: menu('Finance', 'RBF', 'banknote', { letter: 'r', installed: 6 }),
  },
  schools: {
    path: '/finance/schools',
    aliased: true,
    title: 'Schools to Zero',
    needs: 'view:finance',
    morphic: 'live',
    menu: menu('Finance', 'Schools', 'school', { letter: 's', installed: 7 }),
  },
  compliance: {
    path: '/insights/compliance',
    aliased: true,
    title: 'Compliance & Audit',
    needs: 'view:verifications',
    morphic: 'live',
    menu: menu('Insights', 'Compliance', 'scroll-text', { letter: 'c', installed: 8 }),
  },
  aiGovernance: {
    path: '/insights/ai-governance',
    aliased: true,
    title: 'AI Governance',
    needs: 'view:dashboard',
    morphic: 'live',
    menu: menu('Insights', 'AI', 'bot', { letter: 'a', installed: 9 }),
  },
  health: {
    path: '/system/health',
    aliased: true,
    title: 'Health Monitor',
    needs: 'view:health',
    morphic: 'live',
    menu: menu('System', 'Health', 'activity', { letter: 'h', tab: [5, 0, 0, 5], installed: 10 }),
  },
  incidents: {
    path: '/system/incidents',
    aliased: true,
    title: 'Incident Management',
    needs: 'view:dashboard',
    morphic: 'live',
    menu: menu('System', 'Incidents', 'siren', { letter: 'i' }),
  },
  audit: {
    path: '/system/audit',
    title: 'Audit Trail',
    needs: 'view:audit',
    menu: menu('System', 'Audit', 'file-text', { letter: 'u' }),
  },
  displays: {
    path: '/system/displays',
    title: 'Wall Displays',
    needs: 'admin:displays',
    menu: menu('System', 'Displays', 'monitor', { letter: 'w' }),
  },
  /** Read-only: the keys belong to the platform, not to a tenant. */
  keys: {
    path: '/system/keys',
    title: 'Signing Keys',
    needs: 'admin:users',
    menu: menu('System', 'Keys', 'key-round'),
  },
  users: {
    path: '/admin/users',
    title: 'User Management',
    needs: 'admin:users',
    /** The redesign in the proof of concept's frame (D-18). */
    morphic: 'sample',
    menu: menu('System', 'Users', 'users'),
  },
} as const satisfies Readonly<Record<string, Screen>>;
