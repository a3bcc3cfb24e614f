import type { EvidenceFault } from '../contracts/verdict.ts';
import type { TrustedKey } from './keys.ts';

/**
 * When a signature counts (issue 15, point 6): its own time must lie within the life of its key and not ahead of the moment of the check.
 * The attacker holds a key that was retired, or chooses what time stands in what he signs; that he dates back into the key's life is not
 * found here but by the chain entry that seals the pack (`proofOfTime`).
 */

/** How far the clock of whoever signed may be ahead of the one here, milliseconds. */
export const CLOCK_GRACE_MS = 5 * 60_000;

/** No platform of this kind signed anything before. It stands in for the beginning of a key whose set does not tell it. */
const EARLIEST_MS = Date.UTC(2020, 0, 1);

/** What is wrong with the time of a signature, by name. */
export interface TimeFault {
  readonly code: Extract<EvidenceFault, 'signed_before_valid' | 'signed_after_retirement' | 'signed_in_future' | 'payload_mismatch'>;
  readonly reason: string;
}

const iso = (ms: number): string => new Date(ms).toISOString();

/**
 * Judges the time that stands in a signed payload.
 * @param signedAt as signed, ISO 8601
 * @param at the moment of the check, ISO 8601; one that cannot be read lets nothing pass
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

/** What a chain entry proves of a signature's time. */
export interface ProofOfTime {
  /** The signature existed by then: the time of the entry that seals what was signed, ISO 8601. */
  readonly existedBy: string;
  readonly vrfId: string;
  readonly chainIndex: number;
  /** False where the signature says that it is younger than the entry that seals it: one of the two times is not true. */
  readonly agrees: boolean;
}

/** The entry that seals a pack as the proof of its signature's time; the caller has checked that it seals this very pack. */
export function proofOfTime(
  signedAt: string,
  entry: { readonly timestamp: string; readonly vrfId: string; readonly chainIndex: number },
): ProofOfTime {
  const { timestamp: existedBy, vrfId, chainIndex } = entry;
  return { existedBy, vrfId, chainIndex, agrees: Date.parse(signedAt) <= Date.parse(existedBy) + CLOCK_GRACE_MS };
}
