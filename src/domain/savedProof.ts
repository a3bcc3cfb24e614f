import type { ProofKind } from '../contracts/proof.ts';
import type { ProofVerdict } from '../contracts/proofVerdict.ts';
import type { Problem } from '../contracts/problem.ts';

/** What came of saving a proof. */
export type ProofOutcome =
  | {
      readonly state: 'made';
      readonly name: string;
      readonly text: string;
      /** The verdict on exactly this file, by the keys that this device holds. */
      readonly verdict: ProofVerdict;
      /** What it lacks and why, as sentences; empty where it is whole. */
      readonly notes: readonly string[];
    }
  /** Nothing was saved. `reasons`: what does not hold, or is not at hand; empty where `problem` says all. */
  | { readonly state: 'refused'; readonly problem: Problem; readonly reasons: readonly string[] };

/** The longest id in a file's name: file systems take 255 bytes, and the rest of the name needs some. */
const LONGEST_ID = 120;

/** The name of a saved proof: `payment-RBF-0218.ukweli.json`. An id is the platform's text: what a file system reads as more than a name becomes a hyphen. */
export function savedProofName(kind: ProofKind, id: string, extension: string): string {
  const safe = id
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, LONGEST_ID);
  return `${kind}-${safe === '' ? 'record' : safe}${extension}`;
}
