import { fetchApi } from './fetchApi.ts';
import { hubStatus } from './pageState.ts';
import { createProven } from './proven.ts';

/** `fetchApi`, with the question who it is in between where the platform asks for that. */
export const { provenCall, proofQuestion } = createProven(fetchApi, {
  get: () => {
    const { session, lock } = hubStatus.get();
    return session.phase === 'signedIn' && lock.state !== 'locked' ? session.user.id : null;
  },
  listen: hubStatus.listen,
});
