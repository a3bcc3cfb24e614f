import type { SealedInPart } from '../../contracts/verdict.ts';
import { verificationStates } from '../../domain/operations/platformStates.ts';

/**
 * A valid pack does not mean a positive decision: states the verification's status if it is not verified, so that nobody pays on the
 * evidence alone.
 */
export function decidedLabels(part: SealedInPart): string {
  if (part.state !== 'passed') return '';
  const { vrfId, status } = part.evidence;
  if (status === null || status === 'verified') return '';
  return `. This is about the evidence alone: ${vrfId} itself is ${verificationStates[status].word.toLowerCase()}`;
}

/** Names the platform's list as the source of the verification, if the reason does not say so. */
export function namedLabels(part: Extract<SealedInPart, { readonly state: 'failed' }>): string {
  const isTold = part.evidence.namedBy === 'platform' && (part.code === 'without_evidence' || part.code === 'other_evidence');
  return isTold ? '; that this pack is its evidence is the platform’s list alone' : '';
}
