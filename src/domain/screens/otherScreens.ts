import type { Screen } from './screenRow.ts';

/** The rows of the screen table that stand in no menu. */
export const otherScreens = {
  /** The overview's other skins (C-4, I-8): the same data. */
  overviewOlder: { path: '/dashboard-old', title: 'Combined Dashboard', needs: 'view:dashboard', morphic: 'live' },
  overviewSmart: { path: '/dashboard-smart', title: 'Smart Overview', needs: 'view:dashboard', morphic: 'live' },
  overviewMorphic: { path: '/dashboard-morphic', title: 'Morphic Overview', needs: 'view:dashboard' },
  /** A showcase of the redesign's components (I-1). */
  newComponents: { path: '/test/new-components', title: 'New Components', needs: 'session' },
  /** Public: an unpaired display has no session and shows its pairing code (K-10). */
  wall: { path: '/wall', title: 'Wall', needs: 'public' },
  /** User management in the older presentation (D-18). */
  usersComplete: { path: '/admin/users-complete', title: 'User Management', needs: 'admin:users' },
  profile: { path: '/profile', title: 'Profile', needs: 'session' },
  resetRequest: { path: '/auth/reset-password', title: 'Reset password', needs: 'public' },
  resetConfirm: { path: '/auth/reset-password/confirm', title: 'Set a new password', needs: 'public' },
  confirmEmail: { path: '/auth/confirm-email', title: 'Confirm address', needs: 'public' },
  login: {
    path: '/login',
    title: 'Sign in',
    needs: 'public',
    morphic: 'sample',
  },
  callback: { path: '/callback', title: 'Completing sign in', needs: 'public', morphic: 'sample' },
  unauthorized: { path: '/unauthorized', title: 'Access Denied', needs: 'public', morphic: 'sample' },
  /** The console's components in all their states; sample data only, so no permission is required (I-17). */
  designSystem: { path: '/design-system-test', title: 'Design System', needs: 'public' },
  terms: { path: '/terms', title: 'Terms', needs: 'public' },
  privacy: { path: '/privacy', title: 'Privacy', needs: 'public' },
} as const satisfies Readonly<Record<string, Screen>>;
