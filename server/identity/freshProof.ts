import { proofHoldsMs } from '../../src/contracts/reauthentication.ts';
import type { Clock } from '../clock.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import type { AuthSession } from './sessions.ts';

/**
 * Refuses what a session may do only within five minutes of its owner's proof (issue 17, point 25); null where it may. A proof of a moment that is still to come was dated by a clock that was
 * ahead: it may be older than it says, and counts for nothing.
 */
export function needsProof({ provedAt }: Pick<AuthSession, 'provedAt'>, clock: Pick<Clock, 'now'>): Refusal | null {
  const ageMs = provedAt === null ? Number.POSITIVE_INFINITY : clock.now().getTime() - Date.parse(provedAt);
  return ageMs >= -aheadMs && ageMs <= proofHoldsMs ? null : refuse('proof_required');
}

/** As far as clocks of instances that are ready may differ (D-63), milliseconds. */
const aheadMs = 30_000;
