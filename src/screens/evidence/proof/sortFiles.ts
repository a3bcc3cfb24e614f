import { PROOF_EXTENSION } from '../../../contracts/proofFile.ts';

/** Dropped, picked or system-opened files, separated into the proof and the evidence files beside it. */
export interface SortedFiles<F> {
  /** Null if none of them is a proof. */
  readonly proof: F | null;
  readonly evidence: readonly F[];
  /** Why they cannot be used, as a sentence; null if they can. */
  readonly fault: string | null;
}

/**
 * Recognises a proof by its name. A single file counts as one whatever its name, because mail may rename it; its check finds out.
 * @param isOpen a proof is open already: files without a proof's name are evidence for it
 */
export function sortFiles<F extends { readonly name: string }>(files: readonly F[], isOpen: boolean): SortedFiles<F> {
  const named = files.filter(({ name }) => name.toLowerCase().endsWith(PROOF_EXTENSION));
  const json = files.filter(({ name }) => name.toLowerCase().endsWith('.json'));
  const [first, second] = named;
  if (second !== undefined)
    return { proof: null, evidence: [], fault: `${named.length} proofs were given. Open one at a time, with its evidence files.` };
  const others = (proof: F) => files.filter((file) => file !== proof);
  if (first !== undefined) return { proof: first, evidence: others(first), fault: null };
  if (isOpen) return { proof: null, evidence: files, fault: null };
  const guessed = files.length === 1 ? files[0] : json.length === 1 ? json[0] : undefined;
  if (guessed !== undefined) return { proof: guessed, evidence: others(guessed), fault: null };
  return { proof: null, evidence: [], fault: files.length === 0 ? null : `None of these is a proof: its name ends in ${PROOF_EXTENSION}.` };
}
