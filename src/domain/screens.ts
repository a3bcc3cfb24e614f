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
  /** Has a variant in the morphic skin at `<path>-morphic` (I-1): over the same rows and behind the same needs, or for anybody over bundled sample
   * data and without a call (D-17). */
  readonly morphic?: MorphicKind;
}

export type MorphicKind = 'live' | 'sample';

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
    morphic: 'live',
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
    morphic: 'live',
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
    morphic: 'live',
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
    morphic: 'live',
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
    morphic: 'live',
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
    morphic: 'live',
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
    morphic: 'live',
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
    morphic: 'live',
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
    morphic: 'live',
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
    morphic: 'live',
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
    morphic: 'live',
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
    morphic: 'live',
  },
  /** What the redesign is made of, in one place (I-1); no menu lists it. */
  newComponents: {
    path: '/test/new-components',
    aliases: [],
    parent: null,
    title: 'New Components',
    short: 'New',
    group: null,
    needs: 'session',
    icon: 'layout-dashboard',
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
  /** Shows the platform's keys and changes none: they are the platform's, not a tenant's. */
  keys: {
    path: '/system/keys',
    aliases: [],
    parent: 'overview',
    title: 'Signing Keys',
    short: 'Keys',
    group: 'System',
    needs: 'admin:users',
    icon: 'key-round',
  },
  /** Public: a display that is not paired is nobody, and shows its code (K-10). */
  wall: { path: '/wall', aliases: [], parent: null, title: 'Wall', short: 'Wall', group: null, needs: 'public', icon: 'monitor' },
  users: {
    path: '/admin/users',
    aliases: [],
    parent: 'overview',
    title: 'User Management',
    short: 'Users',
    group: 'System',
    needs: 'admin:users',
    icon: 'users',
    /** The redesign with the proof of concept's frame (D-18). */
    morphic: 'sample',
  },
  /** The same in the older presentation (D-18); no menu lists it. */
  usersComplete: {
    path: '/admin/users-complete',
    aliases: [],
    parent: 'users',
    title: 'User Management',
    short: 'Users',
    group: null,
    needs: 'admin:users',
    icon: 'users',
  },
  profile: {
    path: '/profile',
    aliases: [],
    parent: 'overview',
    title: 'Profile',
    short: 'Profile',
    group: null,
    needs: 'session',
    icon: 'user',
  },
  resetRequest: {
    path: '/auth/reset-password',
    aliases: [],
    parent: null,
    title: 'Reset password',
    short: 'Reset',
    group: null,
    needs: 'public',
    icon: 'log-in',
  },
  resetConfirm: {
    path: '/auth/reset-password/confirm',
    aliases: [],
    parent: null,
    title: 'Set a new password',
    short: 'Reset',
    group: null,
    needs: 'public',
    icon: 'log-in',
  },
  confirmEmail: {
    path: '/auth/confirm-email',
    aliases: [],
    parent: null,
    title: 'Confirm address',
    short: 'Confirm',
    group: null,
    needs: 'public',
    icon: 'log-in',
  },
  login: {
    path: '/login',
    aliases: [],
    parent: null,
    title: 'Sign in',
    short: 'Sign in',
    group: null,
    needs: 'public',
    icon: 'log-in',
    morphic: 'sample',
  },
  callback: {
    path: '/callback',
    aliases: [],
    parent: null,
    title: 'Completing sign in',
    short: 'Sign in',
    group: null,
    needs: 'public',
    icon: 'log-in',
    morphic: 'sample',
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
    morphic: 'sample',
  },
  /** The parts of the console with all their states; nobody's data, so nobody's permission (I-17). No menu lists it. */
  designSystem: {
    path: '/design-system-test',
    aliases: [],
    parent: null,
    title: 'Design System',
    short: 'Design',
    group: null,
    needs: 'public',
    icon: 'layers',
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
export const screenTable: Readonly<Record<ScreenId, Screen>> = screens;

/** Whether somebody holding `held`, null for nobody, has what opening something takes. */
export function meets(needs: ScreenNeeds, held: ReadonlySet<Permission> | null): boolean {
  if (needs === 'public') return true;
  if (held === null) return false;
  return needs === 'session' || held.has(needs);
}

/** Whether somebody holding `held` may open the screen; the guard, the menus and the tests all ask here. */
export function mayOpen(id: ScreenId, held: ReadonlySet<Permission> | null): boolean {
  return meets(screenTable[id].needs, held);
}
