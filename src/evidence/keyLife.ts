import type { EvidenceFault } from '../contracts/verdict.ts';
import type { TrustedKey } from './keys.ts';

/**
 * When a signature counts (issue 15, point 6): its own time must lie within its key's validity and not after the time of the check.
 * Threat: an attacker with a retired key, or one who chooses the signed time. Back-dating into the key's validity is not detected here,
 * but by the chain entry that seals the pack (`proofOfTime`).
 */

/** Tolerated lead of the signer's clock over the local one, milliseconds. */
export const CLOCK_GRACE_MS = 5 * 60_000;

/** No platform of this kind signed anything earlier. Lower bound for keys without `notBefore`. */
const EARLIEST_MS = Date.UTC(2020, 0, 1);

/** A fault in a signature's time. */
export interface TimeFault {
  readonly code: Extract<EvidenceFault, 'signed_before_valid' | 'signed_after_retirement' | 'signed_in_future' | 'payload_mismatch'>;
  readonly reason: string;
}

const iso = (ms: number): string => new Date(ms).toISOString();

/**
 * Judges the time in a signed payload; null: no fault.
 * @param signedAt as signed, ISO 8601
 * @param at time of the check, ISO 8601; an unreadable one lets nothing pass
 */
export function timeFault(signedAt: string, key: Pick<TrustedKey, 'notBefore' | 'retiredAt'>, at: string): TimeFault | null {
  const signedMs = Date.parse(signedAt);
  if (Number.isNaN(signedMs)) return { code: 'payload_mismatch', reason: 'The signed time cannot be read' };
  const fromMs = Math.max(key.notBefore ?? EARLIEST_MS, EARLIEST_MS);
  if (signedMs < fromMs)
    return {
      code: 'signed_before_valid',
      reason: `Signed before its key was valid: at ${iso(signedMs)}, the key is valid from ${iso(fromMs)}`,
    };
  if (key.retiredAt !== null && signedMs > key.retiredAt)
    return {
      code: 'signed_after_retirement',
      reason: `Signed after its key was retired: at ${iso(signedMs)}, retired at ${iso(key.retiredAt)}`,
    };
  if (!(signedMs <= Date.parse(at) + CLOCK_GRACE_MS))
    return { code: 'signed_in_future', reason: `Signed in the future: at ${iso(signedMs)}, and the clock here says ${at}` };
  return null;
}

/** What a chain entry proves about a signature's time. */
export interface ProofOfTime {
  /** Upper bound of the signature's time: the time of the entry that seals the signed object, ISO 8601. */
  readonly existedBy: string;
  readonly vrfId: string;
  readonly chainIndex: number;
  /** False if the signature claims to be younger than the entry that seals it: one of the two times is wrong. */
  readonly agrees: boolean;
}

/** Uses the entry that seals a pack as proof of its signature's time; the caller has checked that it seals this pack. */
export function proofOfTime(
  signedAt: string,
  entry: { readonly timestamp: string; readonly vrfId: string; readonly chainIndex: number },
): ProofOfTime {
  const { timestamp: existedBy, vrfId, chainIndex } = entry;
  return { existedBy, vrfId, chainIndex, agrees: Date.parse(signedAt) <= Date.parse(existedBy) + CLOCK_GRACE_MS };
}
