import type { RecordVerdict, VerdictPart } from '../contracts/verdict.ts';

/**
 * A signature is called one of the future by the time of whoever checks it. Where nobody has confirmed that time (a start without the platform, a clock that was set), a device that
 * is a day behind would accuse every pack of today: that it was signed later than now is then not known, and neither is that the signature holds.
 */
export const unsureClockReason =
  'Signed later than the time on this device, which nobody has confirmed: whether that is the future is not known until the platform answers';

/** What a signature came to, by a clock that is confirmed or not. */
export function signedBy<Evidence>(part: VerdictPart<Evidence>, confirmed: boolean): VerdictPart<Evidence> {
  return !confirmed && part.state === 'failed' && part.code === 'signed_in_future'
    ? { state: 'notCheckable', reason: unsureClockReason }
    : part;
}

/** The same of a whole record: nothing is known of one that failed by that alone, in its own signature or in a later statement's. */
export function recordBy(verdict: RecordVerdict, confirmed: boolean): RecordVerdict {
  const signed = signedBy(verdict.signed, confirmed);
  const later = verdict.later === null ? null : signedBy(verdict.later, confirmed);
  if (signed === verdict.signed && later === verdict.later) return verdict;
  const othersFailed = [verdict.intact, signed, later].some((part) => part?.state === 'failed');
  return { ...verdict, signed, later, outcome: othersFailed ? verdict.outcome : 'unknown' };
}
