import type { Caller } from '../api/request.ts';
import type { SessionState } from './types.ts';

/**
 * The tenant (C-74) and confirmed account that calls name. The platform does not answer them under another person's session or in another
 * tenant.
 */
export function callerOf(state: SessionState): Pick<Caller, 'tenantId' | 'accountId'> {
  return state.name === 'signedIn' ? { tenantId: state.tenant.tenantId, accountId: state.user.id } : { tenantId: null, accountId: null };
}
