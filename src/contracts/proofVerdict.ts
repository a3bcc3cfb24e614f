import type { ProofKind } from './proof.ts';
import type { CoveredValue, FileDigest, HeldKeys, Leaf, Outcome, RecordVerdict, UncoveredWhy, Verdict, VerdictPart } from './verdict.ts';

/** The verdict on a proof (issue 15, point 10). Types only, as in verdict.ts. Times are ISO 8601. */

/**
 * The parts of a proof, in display order. `record`: its signature. `later`: signed statements about it since. `verification`: its row,
 * and what a payment states about it, compared with its newest entry. `pack`: list and signature. `sealedIn`: the pack against the entry.
 * `chain`: every link's seal, its connection to the previous link, and the path to the checkpoint. `checkpoints`: signatures and
 * positions. `keys`: whose they are. `files`: bytes against the pack's list.
 */
export const proofPartNames = ['record', 'later', 'verification', 'pack', 'sealedIn', 'chain', 'checkpoints', 'keys', 'files'] as const;
export type ProofPartName = (typeof proofPartNames)[number];
/** A part whose evidence is only shown. */
export type ProofPart = VerdictPart<unknown>;

/** A key from the proof file that signed something in it. */
export interface ProofKey {
  readonly kid: string;
  /** RFC 7638, SHA-256, base64url; compared with the thumbprint that the platform publishes. Null if the key is unusable. */
  readonly thumbprint: string | null;
  readonly notBefore: string | null;
  readonly retiredAt: string | null;
  /** True if something in the proof is signed with it. */
  readonly used: boolean;
  /** Result of comparing it with an independent key set; null without one. */
  readonly against: 'equal' | 'differs' | 'missing' | null;
}

/**
 * Source of the keys used for the signatures: `file`, the proof itself, which nobody vouches for; `given`, a set supplied by the person
 * who checks; `platform`, fetched by this console.
 */
export type ProofKeysFrom = 'file' | 'given' | 'platform';

/** A value that a signature covers, directly or through a link's seal (`chain`) or a signed checkpoint. */
export interface ProofCovered {
  /** Part and path of the value: `record.payment.amount`. */
  readonly field: string;
  readonly value: Leaf;
  readonly by: CoveredValue['by'] | 'chain' | 'checkpoint';
}
/**
 * In addition to a record's reasons: `saversWord`: stated by the person who saved the file; `inFile`: in the file but compared with
 * nothing else; `noCheckpoint`: a seal that no signature covers.
 */
export type ProofUncoveredWhy = UncoveredWhy | 'saversWord' | 'inFile' | 'noCheckpoint';
/** A value that no signature covers. `signed`: the value that was signed instead, and its date. */
export interface ProofUncovered {
  readonly field: string;
  readonly value: Leaf;
  readonly why: ProofUncoveredWhy;
  readonly signed?: { readonly value: Leaf; readonly asOf: string };
}

/** One step of a record's lineage, from values computed here. */
export interface ProofStep {
  readonly of: 'payment' | 'portfolio' | 'report' | 'verification' | 'chain' | 'checkpoint' | 'pack' | 'files';
  /** Id of the step: RBF-…, VRF-…, EP-… or a link; empty if the text is sufficient. */
  readonly id: string;
  readonly state: ProofPart['state'];
  /** Sentence: what the step contains and how it is tied to the step before. */
  readonly text: string;
}

/** What this device found when it checked a proof; it trusts nothing that the file says of itself. */
export interface ProofVerdict {
  readonly kind: 'proof';
  readonly of: ProofKind;
  readonly recordId: string;
  /** The tenant that the proof names; every signature and seal was checked against it. */
  readonly tenantId: string;
  readonly savedAt: string;
  readonly savedBy: { readonly id: string; readonly name: string };
  /** `verified`: nothing failed and nothing is open, keys included. `unknown`: nothing failed, but something is open. */
  readonly outcome: Outcome;
  /** Sentences that explain why a proof without failures is not verified; otherwise empty. */
  readonly open: readonly string[];
  /** Null: proofs of this kind have no such part. */
  readonly parts: Readonly<Record<ProofPartName, ProofPart | null>>;
  readonly keysFrom: ProofKeysFrom;
  readonly keysFetchedAt: string | null;
  readonly keys: readonly ProofKey[];
  /** The signed record's own verdict; null for a verification, which has only its chain. */
  readonly record: RecordVerdict | null;
  readonly pack: Verdict | null;
  readonly lineage: readonly ProofStep[];
  readonly covers: readonly ProofCovered[];
  readonly notCovered: readonly ProofUncovered[];
  readonly checkedAt: string;
}

/** Inputs of a proof check. */
export interface ProofCheck {
  /** Time of the check. */
  readonly at: string;
  /** Digests of available evidence files; null: none, and the part is not checkable. */
  readonly files?: readonly FileDigest[] | null;
  /** True: without the files the outcome is not `verified`. */
  readonly requireFiles?: boolean;
  /**
   * An independent key set. Without one the signatures are checked with the keys in the file, which anybody can have made, and the
   * outcome is never `verified`.
   */
  readonly trusted?: { readonly held: HeldKeys; readonly from: 'given' | 'platform' } | null;
  /** The expected tenant; null: any. */
  readonly tenantId?: string | null;
  /** False if the time in `at` is not confirmed: signatures dated later than that are then `unknown` instead of failed. */
  readonly clockConfirmed?: boolean;
}
