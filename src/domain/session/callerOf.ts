import type { Caller } from '../api/request.ts';
import type { SessionState } from './types.ts';

/** Whom calls name: the tenant (C-74) and the account that the platform has confirmed. It answers none of them under another person's session, or in another tenant. */
export function callerOf(state: SessionState): Pick<Caller, 'tenantId' | 'accountId'> {
  return state.name === 'signedIn' ? { tenantId: state.tenant.tenantId, accountId: state.user.id } : { tenantId: null, accountId: null };
}
