import type { RecordVerdict, VerdictPart } from '../contracts/verdict.ts';

/**
 * Reason for a signature dated after an unconfirmed local time. A signature is 'in the future' by the clock of the person who checks. If
 * that clock is unconfirmed (started offline, or the clock was set), a device that is a day behind would accuse every pack of today; the
 * result is then `notCheckable`.
 */
export const unsureClockReason =
  'Signed later than the time on this device, which nobody has confirmed: whether that is the future is not known until the platform answers';

/** Verdict on a signature, taking into account if the clock is confirmed. */
export function signedBy<Evidence>(part: VerdictPart<Evidence>, confirmed: boolean): VerdictPart<Evidence> {
  return !confirmed && part.state === 'failed' && part.code === 'signed_in_future'
    ? { state: 'notCheckable', reason: unsureClockReason }
    : part;
}

/** The same for a whole record: `unknown` if a future date is its only failure, in its own signature or a later statement's. */
export function recordBy(verdict: RecordVerdict, confirmed: boolean): RecordVerdict {
  const signed = signedBy(verdict.signed, confirmed);
  const later = verdict.later === null ? null : signedBy(verdict.later, confirmed);
  if (signed === verdict.signed && later === verdict.later) return verdict;
  const othersFailed = [verdict.intact, signed, later].some((part) => part?.state === 'failed');
  return { ...verdict, signed, later, outcome: othersFailed ? verdict.outcome : 'unknown' };
}
