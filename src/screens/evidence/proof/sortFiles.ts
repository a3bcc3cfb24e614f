import { PROOF_EXTENSION } from '../../../contracts/proofFile.ts';

/** What was dropped, picked or handed over by the system, told apart: the proof, and evidence files that lie beside it. */
export interface SortedFiles<F> {
  /** Null: none of them is one. */
  readonly proof: F | null;
  readonly evidence: readonly F[];
  /** Why they cannot be used, as a sentence; null where they can. */
  readonly fault: string | null;
}

/**
 * A proof is known by its name, and a single file is taken for one whatever it is called: names get lost in mail, and what it is not its check says.
 * @param isOpen a proof is open already: what is no proof by its name is evidence for it
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
