import type { ProofKind } from './proof.ts';
import type { CoveredValue, FileDigest, HeldKeys, Leaf, Outcome, RecordVerdict, UncoveredWhy, Verdict, VerdictPart } from './verdict.ts';

/** The verdict on a proof (issue 15, point 10). Types only, as in verdict.ts. Times are ISO 8601. */

/**
 * The parts of a proof, in the order in which they are told. `record`: what was signed of it. `later`: the statements about it since. `verification`: its row, and what a payment
 * says of it, against its newest entry. `pack`: its list and signature. `sealedIn`: the pack against the entry. `chain`: every link computed, tied, and led to the checkpoint.
 * `checkpoints`: their signatures and places. `keys`: whose they are. `files`: bytes against the pack's list.
 */
export const proofPartNames = ['record', 'later', 'verification', 'pack', 'sealedIn', 'chain', 'checkpoints', 'keys', 'files'] as const;
export type ProofPartName = (typeof proofPartNames)[number];
export type ProofPart = VerdictPart<unknown>;

/** A key that signed something in the proof, as it stands in the file. */
export interface ProofKey {
  readonly kid: string;
  /** RFC 7638, SHA-256, base64url: what is compared with the one that the platform publishes. Null where the key is unfit to be one. */
  readonly thumbprint: string | null;
  readonly notBefore: string | null;
  readonly retiredAt: string | null;
  /** Whether anything in the proof is signed with it. */
  readonly used: boolean;
  /** Held against a set that did not come with the proof; null without one. */
  readonly against: 'equal' | 'differs' | 'missing' | null;
}

/** Whose the keys are that signatures were judged by: those in the file itself, which nobody vouches for; a set that whoever checks has given; or the platform's, asked by this console. */
export type ProofKeysFrom = 'file' | 'given' | 'platform';

export interface ProofCovered {
  /** The part that it stands in and its path there: `record.payment.amount`. */
  readonly field: string;
  readonly value: Leaf;
  readonly by: CoveredValue['by'] | 'chain' | 'checkpoint';
}
/** Besides a record's reasons: `saversWord`: whoever saved the file wrote it; `inFile`: it stands in the file and was held against nothing else; `noCheckpoint`: a seal that no signature is over. */
export type ProofUncoveredWhy = UncoveredWhy | 'saversWord' | 'inFile' | 'noCheckpoint';
export interface ProofUncovered {
  readonly field: string;
  readonly value: Leaf;
  readonly why: ProofUncoveredWhy;
  readonly signed?: { readonly value: Leaf; readonly asOf: string };
}

/** One step of where a record comes from, told by what was computed here. */
export interface ProofStep {
  readonly of: 'payment' | 'portfolio' | 'report' | 'verification' | 'chain' | 'checkpoint' | 'pack' | 'files';
  /** Its id: RBF-…, VRF-…, EP-…, a link; empty where the text says all. */
  readonly id: string;
  readonly state: ProofPart['state'];
  /** What stands there and what it is tied to the step before by, as a sentence. */
  readonly text: string;
}

export interface ProofVerdict {
  readonly kind: 'proof';
  readonly of: ProofKind;
  readonly recordId: string;
  /** Whose it says to be; every signature and seal was held against it. */
  readonly tenantId: string;
  readonly savedAt: string;
  readonly savedBy: { readonly id: string; readonly name: string };
  /** `verified`: nothing failed and nothing is left open, the keys included. `unknown`: nothing failed. */
  readonly outcome: Outcome;
  /** Why a proof in which nothing failed is not verified, as sentences; empty otherwise. */
  readonly open: readonly string[];
  /** Null: a proof of this kind has no such part. */
  readonly parts: Readonly<Record<ProofPartName, ProofPart | null>>;
  readonly keysFrom: ProofKeysFrom;
  readonly keysFetchedAt: string | null;
  readonly keys: readonly ProofKey[];
  /** The signed record's own verdict; null of a verification, which has its chain alone. */
  readonly record: RecordVerdict | null;
  readonly pack: Verdict | null;
  readonly lineage: readonly ProofStep[];
  readonly covers: readonly ProofCovered[];
  readonly notCovered: readonly ProofUncovered[];
  readonly checkedAt: string;
}

/** What a proof is checked with. */
export interface ProofCheck {
  /** The moment of the check. */
  readonly at: string;
  /** Digests of evidence files that are at hand; null: none were given, and the part is not checkable. */
  readonly files?: readonly FileDigest[] | null;
  /** They are asked for, given or not: without them nothing is verified. */
  readonly requireFiles?: boolean;
  /** A key set that did not come with the proof. Without one the signatures hold under the keys in the file, which anybody can have made, and nothing is verified. */
  readonly trusted?: { readonly held: HeldKeys; readonly from: 'given' | 'platform' } | null;
  /** Whose it must be; null: whoever's it says. */
  readonly tenantId?: string | null;
  /** False where nobody has confirmed the time of `at`: what says to be signed later than that is then not known, instead of failed. */
  readonly clockConfirmed?: boolean;
}
