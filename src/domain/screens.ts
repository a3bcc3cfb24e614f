import type { Permission } from '../contracts/access.ts';

/** Navigation groups in the order of the bar (core document, section 2). */
export const screenGroups = ['Overview', 'Operations', 'Finance', 'Insights', 'System'] as const;
export type ScreenGroup = (typeof screenGroups)[number];

/** What opening a screen takes: nothing, a session, or a permission (D-6). */
export type ScreenNeeds = 'public' | 'session' | Permission;

/** One row of THE screen table. Routes, menus, breadcrumbs, guards, quick links, tab bar, manifest shortcuts and the
 * role × route tests come from it; `src/app/registry.tsx` must hold a view for every id, or it does not compile. */
export interface Screen {
  readonly path: `/${string}`;
  readonly aliases: readonly `/${string}`[];
  readonly parent: string | null;
  readonly title: string;
  /** Short word for the phone's tab bar. */
  readonly short: string;
  /** In the menus under this group; null for screens that no menu lists. */
  readonly group: ScreenGroup | null;
  readonly needs: ScreenNeeds;
  /** Name of the lucide icon (LOOK, Icons). */
  readonly icon: string;
}

export const screens = {
  overview: {
    path: '/',
    aliases: [],
    parent: null,
    title: 'Overview',
    short: 'Overview',
    group: 'Overview',
    needs: 'view:dashboard',
    icon: 'layout-dashboard',
  },
  /** The overview's other skins (C-4, I-8): the same data; no menu lists them. */
  overviewOlder: {
    path: '/dashboard-old',
    aliases: [],
    parent: 'overview',
    title: 'Combined Dashboard',
    short: 'Combined',
    group: null,
    needs: 'view:dashboard',
    icon: 'layout-dashboard',
  },
  overviewSmart: {
    path: '/dashboard-smart',
    aliases: [],
    parent: 'overview',
    title: 'Smart Overview',
    short: 'Smart',
    group: null,
    needs: 'view:dashboard',
    icon: 'layout-dashboard',
  },
  overviewMorphic: {
    path: '/dashboard-morphic',
    aliases: [],
    parent: 'overview',
    title: 'Morphic Overview',
    short: 'Morphic',
    group: null,
    needs: 'view:dashboard',
    icon: 'layout-dashboard',
  },
  verifications: {
    path: '/operations/verifications',
    aliases: ['/verifications'],
    parent: 'overview',
    title: 'Verification History',
    short: 'Verify',
    group: 'Operations',
    needs: 'view:verifications',
    icon: 'badge-check',
  },
  evidence: {
    path: '/operations/evidence',
    aliases: ['/evidence'],
    parent: 'overview',
    title: 'Evidence Management',
    short: 'Evidence',
    group: 'Operations',
    needs: 'view:evidence',
    icon: 'file-check',
  },
  pipeline: {
    path: '/operations/pipeline',
    aliases: ['/pipeline'],
    parent: 'overview',
    title: 'Pipeline Monitor',
    short: 'Pipeline',
    group: 'Operations',
    needs: 'view:pipeline',
    icon: 'workflow',
  },
  dlq: {
    path: '/operations/dlq',
    aliases: [],
    parent: 'overview',
    title: 'Dead Letter Queue',
    short: 'Queue',
    group: 'Operations',
    needs: 'view:pipeline',
    icon: 'inbox',
  },
  dgn: {
    path: '/finance/dgn',
    aliases: ['/dgn'],
    parent: 'overview',
    title: 'DGN Portfolio Dashboard',
    short: 'DGN',
    group: 'Finance',
    needs: 'view:finance',
    icon: 'layers',
  },
  rbf: {
    path: '/finance/rbf',
    aliases: ['/rbf'],
    parent: 'overview',
    title: 'Results-Based Finance Tracking',
    short: 'RBF',
    group: 'Finance',
    needs: 'view:finance',
    icon: 'banknote',
  },
  schools: {
    path: '/finance/schools',
    aliases: ['/schools'],
    parent: 'overview',
    title: 'Schools to Zero',
    short: 'Schools',
    group: 'Finance',
    needs: 'view:finance',
    icon: 'school',
  },
  compliance: {
    path: '/insights/compliance',
    aliases: ['/compliance'],
    parent: 'overview',
    title: 'Compliance & Audit',
    short: 'Compliance',
    group: 'Insights',
    needs: 'view:verifications',
    icon: 'scroll-text',
  },
  aiGovernance: {
    path: '/insights/ai-governance',
    aliases: ['/ai-governance'],
    parent: 'overview',
    title: 'AI Governance',
    short: 'AI',
    group: 'Insights',
    needs: 'view:dashboard',
    icon: 'bot',
  },
  health: {
    path: '/system/health',
    aliases: ['/health'],
    parent: 'overview',
    title: 'Health Monitor',
    short: 'Health',
    group: 'System',
    needs: 'view:health',
    icon: 'activity',
  },
  incidents: {
    path: '/system/incidents',
    aliases: ['/incidents'],
    parent: 'overview',
    title: 'Incident Management',
    short: 'Incidents',
    group: 'System',
    needs: 'view:dashboard',
    icon: 'siren',
  },
  audit: {
    path: '/system/audit',
    aliases: [],
    parent: 'overview',
    title: 'Audit Trail',
    short: 'Audit',
    group: 'System',
    needs: 'view:audit',
    icon: 'file-text',
  },
  displays: {
    path: '/system/displays',
    aliases: [],
    parent: 'overview',
    title: 'Wall Displays',
    short: 'Displays',
    group: 'System',
    needs: 'admin:displays',
    icon: 'monitor',
  },
  /** Public: a display that is not paired is nobody, and shows its code (K-10). */
  wall: { path: '/wall', aliases: [], parent: null, title: 'Wall', short: 'Wall', group: null, needs: 'public', icon: 'monitor' },
  login: { path: '/login', aliases: [], parent: null, title: 'Sign in', short: 'Sign in', group: null, needs: 'public', icon: 'log-in' },
  callback: {
    path: '/callback',
    aliases: [],
    parent: null,
    title: 'Completing sign in',
    short: 'Sign in',
    group: null,
    needs: 'public',
    icon: 'log-in',
  },
  unauthorized: {
    path: '/unauthorized',
    aliases: [],
    parent: null,
    title: 'Access Denied',
    short: 'Denied',
    group: null,
    needs: 'public',
    icon: 'lock',
  },
  terms: { path: '/terms', aliases: [], parent: null, title: 'Terms', short: 'Terms', group: null, needs: 'public', icon: 'scroll-text' },
  privacy: {
    path: '/privacy',
    aliases: [],
    parent: null,
    title: 'Privacy',
    short: 'Privacy',
    group: null,
    needs: 'public',
    icon: 'scroll-text',
  },
} as const satisfies Record<string, Screen>;

export type ScreenId = keyof typeof screens;
export const screenIds = Object.keys(screens) as readonly ScreenId[]; // keys of the literal above

/** The table by its type rather than its literals, so that rules hold for rows yet to come. */
const screenTable: Readonly<Record<ScreenId, Screen>> = screens;

/** Whether somebody holding `held` may open the screen; the guard, the menus and the tests all ask here. */
export function mayOpen(id: ScreenId, held: ReadonlySet<Permission> | null): boolean {
  const { needs } = screenTable[id];
  if (needs === 'public') return true;
  if (held === null) return false;
  return needs === 'session' || held.has(needs);
}

/** The screen a path belongs to, by path or alias; null where there is none. */
export function screenAt(path: string): ScreenId | null {
  const wanted = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  return screenIds.find((id) => screens[id].path === wanted || (screens[id].aliases as readonly string[]).includes(wanted)) ?? null;
}
