import type { ProofKind } from '../../contracts/proof.ts';
import type { ProofVerdict } from '../../contracts/proofVerdict.ts';
import type { Problem } from '../../contracts/problem.ts';

/** The result of saving a proof. */
export type ProofOutcome =
  | {
      readonly state: 'made';
      readonly name: string;
      readonly text: string;
      /** The verdict on this file, by the keys that this device holds. */
      readonly verdict: ProofVerdict;
      /** What is missing and why, as sentences; empty if it is complete. */
      readonly notes: readonly string[];
    }
  /** Nothing was saved. `reasons`: what does not hold or is unavailable; empty if `problem` says everything. */
  | { readonly state: 'refused'; readonly problem: Problem; readonly reasons: readonly string[] };

/** Maximum id length in a file name: file systems allow 255 bytes, and the rest of the name needs some. */
const LONGEST_ID = 120;

/**
 * The file name of a saved proof: `payment-RBF-0218.ukweli.json`. Ids come from the platform, so characters special to file systems
 * become hyphens.
 */
export function savedProofName(kind: ProofKind, id: string, extension: string): string {
  const safe = id
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, LONGEST_ID);
  return `${kind}-${safe === '' ? 'record' : safe}${extension}`;
}
