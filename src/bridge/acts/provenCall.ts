import { fetchApi } from '../reads/fetchApi.ts';
import { hubStatus } from '../hub/pageState.ts';
import { createProven } from './proven.ts';

/** `fetchApi`, with re-authentication in between if the platform requires it. */
export const { provenCall, proofQuestion } = createProven(fetchApi, {
  get: () => {
    const { session, lock } = hubStatus.get();
    return session.phase === 'signedIn' && lock.state !== 'locked' ? `${session.tenant.tenantId} ${session.user.id}` : null;
  },
  listen: hubStatus.listen,
});
