import type { EvidenceManifest } from './evidence.ts';
import type { ExportProof } from './export.ts';
import type { Portfolio } from './portfolio.ts';
import type { RbfPayment } from './rbf.ts';
import type { Report } from './report.ts';

/**
 * The verdict on an evidence pack (D-8): three independent parts, each passed, failed or not checkable. Types only: a
 * verdict is made by `src/evidence`, crosses the worker seam, is shown, and is saved or printed as JSON. Times are ISO 8601.
 */

/** Every reason a check can fail, closed. Code branches on these; the sentences beside them are for people. */
export type EvidenceFault =
  // The input cannot be used at all.
  | 'too_large'
  | 'not_text'
  | 'not_json'
  | 'too_deep'
  | 'duplicate_key'
  | 'number_out_of_range'
  | 'bad_field'
  // The file list.
  | 'bad_file_name'
  | 'duplicate_file'
  | 'bad_hash'
  | 'hash_mismatch'
  // The signature.
  | 'jws_form'
  | 'jws_header'
  | 'kid_mismatch'
  | 'unknown_kid'
  | 'key_refused'
  | 'signature_invalid'
  | 'payload_mismatch'
  | 'wrong_tenant'
  // What happened after the signing.
  | 'statement_missing'
  | 'statement_foreign'
  | 'statement_differs'
  // The files' bytes.
  | 'file_missing'
  | 'file_changed';

/** One part of a verdict. `message` is the document's string, `reasons` say what exactly did not hold, every one found. */
export type VerdictPart<Evidence> =
  | { readonly state: 'passed'; readonly at: string; readonly evidence: Evidence }
  | {
      readonly state: 'failed';
      readonly at: string;
      readonly code: EvidenceFault;
      readonly message: string;
      readonly reasons: readonly string[];
      readonly evidence: Evidence;
    }
  | { readonly state: 'notCheckable'; readonly reason: string };

/** What was computed for *intact*. `computedHash` is null where the list may not even be hashed. */
export interface IntactEvidence {
  readonly computedHash: string | null;
  readonly manifestHash: string;
  readonly fileCount: number;
}

/** What stands behind *signed by a trusted key*. `keysFetchedAt` is null where the caller cannot know (command line). */
export interface SignedEvidence {
  readonly kid: string;
  readonly algorithm: 'RS256';
  readonly signatureTimestamp: string;
  readonly keysFetchedAt: string | null;
  /** Whether the signed tenant was held against the session's; `tenantId` is the one that stands in the payload, if read. */
  readonly tenant: 'checked' | 'notChecked';
  readonly tenantId: string | null;
}

/** One listed file held against bytes. `absent`: no bytes were given for it. */
export interface FileCheck {
  readonly name: string;
  readonly state: 'match' | 'mismatch' | 'absent';
  readonly expectedHash: string;
  readonly expectedSize: number;
  readonly computedHash: string | null;
  readonly computedSize: number | null;
  readonly hashedAt: string | null;
}

export interface FilesEvidence {
  readonly listed: number;
  readonly matched: number;
  readonly bytesHashed: number;
  readonly hashedAt: string | null;
  readonly files: readonly FileCheck[];
  /** Names that were given but that the manifest does not list: no part of the pack, and said so. */
  readonly unlisted: readonly string[];
}

export type IntactPart = VerdictPart<IntactEvidence>;
export type SignedPart = VerdictPart<SignedEvidence>;
export type FilesPart = VerdictPart<FilesEvidence>;

/** `verified`: intact and signed passed, files passed or not checkable. `not_verified`: a part failed. `unknown`: neither. */
export type Outcome = 'verified' | 'not_verified' | 'unknown';

export interface Verdict {
  readonly kind: 'evidence';
  readonly packId: string;
  readonly outcome: Outcome;
  readonly intact: IntactPart;
  readonly signed: SignedPart;
  readonly files: FilesPart;
  readonly checkedAt: string;
}

/** The kinds of signed record besides evidence packs (D-33). */
export const recordKinds = ['portfolio', 'payment', 'report', 'export'] as const;
export type RecordKind = (typeof recordKinds)[number];

/** A signed record, as the platform answers with it. A report may hold members that this build does not know: they are hashed as well. An
 * export's `fileHash` is the SHA-256 of the exported file's bytes, null where that is not at hand. */
export type SignedRecord =
  | { readonly kind: 'portfolio'; readonly value: Portfolio }
  | { readonly kind: 'payment'; readonly value: RbfPayment }
  | { readonly kind: 'report'; readonly value: Report }
  | { readonly kind: 'export'; readonly value: ExportProof; readonly fileHash: string | null };

/** What was hashed anew beside the hash that was signed: a report beside its proof's, an exported file beside its record's, a covenant's terms
 * beside the covenant hash that a portfolio or payment is bound to. `signedHash` is null where the proof names none that can be read. */
export interface RecordIntactEvidence {
  readonly computedHash: string;
  readonly signedHash: string | null;
}

/** What stands behind a record's signature. `kid` is as the signature names it, null where that cannot be read; `tenantId` is null until the
 * signature held. */
export interface RecordSignedEvidence {
  readonly kid: string | null;
  readonly keysFetchedAt: string | null;
  readonly tenant: 'checked' | 'notChecked';
  readonly tenantId: string | null;
}

/** What one later statement says, its signature having held: from which state to which, when that was, and when it was signed. */
export interface LaterStatement {
  readonly no: number;
  readonly from: string;
  readonly to: string;
  readonly at: string;
  readonly signedAt: string;
  readonly kid: string;
  readonly transactionId?: string;
}
/** What stands behind *what happened later*: every statement in order, and the state they end in. */
export interface LaterEvidence {
  readonly statements: readonly LaterStatement[];
  readonly state: string | null;
}

/** One value of a record: what stands at the end of a path. */
export type Leaf = string | number | boolean | null;

/** A value of a record that a signature stands for: the record's own, a later statement's, or a signed hash that it is under. */
export interface CoveredValue {
  /** Where it stands in the record: `payment.amount`. */
  readonly field: string;
  readonly value: Leaf;
  readonly by: 'signature' | 'statement' | 'hash';
}
/** Why no signature stands for a value: the platform signs no such thing; the older form of the signature does not hold it; something else was signed,
 * which is told beside it; it is missing; or the signature that would stand for it does not hold. */
export type UncoveredWhy = 'neverSigned' | 'olderForm' | 'otherSigned' | 'notAtHand' | 'notHeld';
export interface UncoveredValue {
  readonly field: string;
  readonly value: Leaf;
  readonly why: UncoveredWhy;
  /** What was signed in its place, and as of when. */
  readonly signed?: { readonly value: Leaf; readonly asOf: string };
}

/** The verdict on a signed record. `intact` is null where there was nothing to hash. `later` is null for what nothing happens to: reports and exports. */
export interface RecordVerdict {
  readonly kind: RecordKind;
  readonly recordId: string;
  /** `verified` where every part has passed and nothing that could be signed is not. `unknown` where nothing failed and not all of that could be found:
   * the record does not say all that its signature covers, its terms are missing, or it was signed in the older form. */
  readonly outcome: Outcome;
  readonly intact: VerdictPart<RecordIntactEvidence> | null;
  readonly signed: VerdictPart<RecordSignedEvidence>;
  readonly later: VerdictPart<LaterEvidence> | null;
  /** Every value of the record, in one of the two (D-52). The signatures themselves are in neither. */
  readonly covers: readonly CoveredValue[];
  readonly notCovered: readonly UncoveredValue[];
  readonly checkedAt: string;
}

/** Digest of one file's bytes, however it was made. `size` is bytes; `hash` is null where the size alone tells that the file
 * is not the listed one, so that nobody hashes gigabytes to learn it. */
export interface FileDigest {
  readonly name: string;
  readonly size: number;
  readonly hash: string | null;
  readonly hashedAt: string;
}

/** A key set as it was received, unjudged, with the moment it came from the platform. */
export interface HeldKeys {
  readonly keys: readonly unknown[];
  readonly fetchedAt: string | null;
}

/** What a verdict on a manifest needs. `tenantId` null: report the tenant as not checked. */
export interface ManifestCheck {
  readonly manifest: EvidenceManifest;
  readonly held: HeldKeys;
  readonly tenantId: string | null;
}

/** What verdicts on a list of signed records need. */
export interface RecordsCheck {
  readonly records: readonly SignedRecord[];
  readonly held: HeldKeys;
  readonly tenantId: string | null;
}

/** What a verdict on a signed record needs. `tenantId` null: report the tenant as not checked. */
export interface RecordCheck {
  readonly record: SignedRecord;
  readonly held: HeldKeys;
  readonly tenantId: string | null;
}

/** The recompute control (C-71). `firstDifference` is the index of the first differing digit, -1 where the hashes are equal. */
export interface Recomputed {
  readonly equal: boolean;
  readonly message: string;
  readonly manifestHash: string;
  readonly computedHash: string;
  readonly firstDifference: number;
}
