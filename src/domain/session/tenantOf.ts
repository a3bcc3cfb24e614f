import type { SessionState } from './types.ts';

/** The tenant to name in calls (C-74): only the one the platform has confirmed. */
export function tenantOf(state: SessionState): string | null {
  return state.name === 'signedIn' ? state.tenant.tenantId : null;
}
