import type { SealedInPart } from '../../contracts/verdict.ts';
import { verificationStates } from '../../domain/platformStates.ts';

/** That the pack is what it says is one thing, what was decided on it another: nobody should pay for the first alone. */
export function decidedWords(part: SealedInPart): string {
  if (part.state !== 'passed') return '';
  const { vrfId, status } = part.evidence;
  if (status === null || status === 'verified') return '';
  return `. This is about the evidence alone: ${vrfId} itself is ${verificationStates[status].word.toLowerCase()}`;
}

/** Who named the verification that the pack is not the evidence of, where the reason does not say it. */
export function namedWords(part: Extract<SealedInPart, { readonly state: 'failed' }>): string {
  const isTold = part.evidence.namedBy === 'platform' && (part.code === 'without_evidence' || part.code === 'other_evidence');
  return isTold ? '; that this pack is its evidence is the platform’s list alone' : '';
}
