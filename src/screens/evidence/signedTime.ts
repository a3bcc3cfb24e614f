import type { Verdict } from '../../contracts/verdict.ts';
import type { HubStatus } from '../../contracts/rpc.ts';
import type { Claim } from '../../domain/claims/claim.ts';
import { timeKnown } from '../../domain/claims/proof.ts';
import { formatCount } from '../../domain/format.ts';
import { formatDateTime, zoneName } from '../../domain/formatTime.ts';
import { proofOfTime } from '../../evidence/keyLife.ts';

/** What this device knows of the chain besides the pack's own entries. */
export type KnownPast = Pick<HubStatus, 'historyFound' | 'walked'>;
export const unknownPast: KnownPast = { historyFound: null, walked: null };

/** The latest time by which the pack's signature existed, as shown under the verdict. */
export interface SignedTimeView {
  readonly claim: Claim;
  readonly text: string;
}

/**
 * The time inside a signature is only the signer's statement. The entry that seals the pack, and a signed checkpoint above that entry,
 * bound it (`proofOfTime`).
 */
export function signedTimeView(
  { packId, intact, signed, sealedIn }: Verdict,
  { historyFound: found, walked = null }: KnownPast,
  zone: string,
): SignedTimeView {
  const entry = sealedIn.state === 'passed' ? sealedIn.evidence.entry : null;
  const said = signed.state === 'passed' ? signed.evidence.signatureTimestamp : null;
  const proof = entry === null || said === null ? null : proofOfTime(said, entry);
  const claim = timeKnown(packId, { intact, signed, sealedIn, proof, found });
  const exact = (at: string): string => `${formatDateTime(Date.parse(at), zone)} ${zoneName(zone, Date.parse(at))}`;
  const own = said === null ? '' : ` The signature itself says ${exact(said)}, which is its signer’s word.`;
  if (claim.answer === 'unknown' || proof === null) {
    const why =
      proof !== null && found !== null
        ? 'the chain that the platform shows is another up to the entry that seals it'
        : 'no entry of the chain that seals it was found to hold here';
    return { claim, text: `By when it was signed is not known: ${why}.${own}` };
  }
  const sealed = `sealed by entry ${formatCount(proof.chainIndex)} of the chain`;
  if (claim.answer === 'no')
    return {
      claim,
      text: `It says that it was signed after it was ${sealed} at ${exact(proof.existedBy)}: one of the two times is not true.${own}`,
    };
  const under =
    walked !== null && walked.index >= proof.chainIndex
      ? `, under the signed checkpoint at place ${formatCount(walked.index)}`
      : '; not known here to be under a signed checkpoint yet';
  return { claim, text: `Existed by ${exact(proof.existedBy)}: ${sealed}${under}.${own}` };
}
