import type { EvidenceManifest } from './evidence.ts';
import type { ExportProof } from './export.ts';
import type { Portfolio } from './portfolio.ts';
import type { RbfPayment } from './rbf.ts';
import type { Report } from './report.ts';
import type { ChainEntry, VerificationStatus } from './verification.ts';

/**
 * The verdict on an evidence pack (D-8): four independent parts, each passed, failed or not checkable. Types only: a
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
  // The chain entry.
  | 'other_verification'
  | 'other_site'
  | 'other_evidence'
  | 'without_evidence'
  | 'seal_mismatch'
  | 'link_broken'
  // A proof's own parts: against each other, and against what did not come with it.
  | 'link_missing'
  | 'other_link'
  | 'row_differs'
  | 'other_checkpoint'
  | 'key_differs'
  // The signature's time, against the life of its key and the clock here.
  | 'signed_before_valid'
  | 'signed_after_retirement'
  | 'signed_in_future'
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
  /** What the pack was signed for; null where it was signed before this was, or until the signature held. */
  readonly signedFor: SignedFor | null;
  /** What the signature does not cover that one signed today would, in a person's words; empty where it covers all of it, or does not hold. */
  readonly lacks: readonly string[];
}

/** The verification and the site whose evidence a pack is, as its signature says. */
export interface SignedFor {
  readonly verificationId: string;
  readonly siteCode: string;
}

/** What stands behind *sealed in*: the chain's own word, every seal computed here. */
export interface SealedInEvidence {
  /** The verification that the pack was held against; null where nothing names one. */
  readonly vrfId: string | null;
  /** Who names it: the pack's signature, the platform's list, or the chain alone, by the hash. */
  readonly namedBy: 'signature' | 'platform' | 'chain';
  /** The first entry of the verification that holds this manifest's hash: when the pack was sealed, and for which site. Null where none does. */
  readonly entry: SealedEntry | null;
  /** How the verification's newest entry that is at hand has decided it. Null where none is. */
  readonly status: VerificationStatus | null;
}
export type SealedEntry = Pick<ChainEntry, 'chainIndex' | 'vrfId' | 'siteCode' | 'timestamp' | 'seal'>;

/** Whose bytes were hashed: those that the platform sent for the check, or those that a person has on this device. */
export type FileSource = 'platform' | 'device';

/** What became of a listed file by the bytes of one source. `absent`: none were given for it. */
export interface FileFinding {
  readonly state: 'match' | 'mismatch' | 'absent';
  /** How often bytes were given under its name; one time that differs makes a mismatch of all. */
  readonly times: number;
  readonly computedHash: string | null;
  readonly computedSize: number | null;
  /** When bytes under its name were hashed last. */
  readonly hashedAt: string | null;
}

/** One listed file held against bytes, by each source; its own members are those of the finding that counts: one that differs before one that is equal. */
export interface FileCheck extends Omit<FileFinding, 'times'> {
  readonly name: string;
  readonly expectedHash: string;
  readonly expectedSize: number;
  readonly platform: FileFinding;
  readonly device: FileFinding;
}

/** The files of one source: how many of the listed ones were given, and what they were. */
export interface FileCount {
  readonly given: number;
  readonly equal: number;
  readonly differing: number;
  readonly bytes: number;
  readonly hashedAt: string | null;
}

export interface FilesEvidence {
  readonly listed: number;
  readonly matched: number;
  readonly bytesHashed: number;
  /** The last check of any file. */
  readonly hashedAt: string | null;
  readonly platform: FileCount;
  readonly device: FileCount;
  readonly files: readonly FileCheck[];
  /** Names that were given but that the manifest does not list: no part of the pack, and said so. */
  readonly unlisted: readonly string[];
}

export type IntactPart = VerdictPart<IntactEvidence>;
export type SignedPart = VerdictPart<SignedEvidence>;
export type SealedInPart = VerdictPart<SealedInEvidence>;
export type FilesPart = VerdictPart<FilesEvidence>;

/** `verified`: intact, signed and sealed in passed, files passed or not checkable. `not_verified`: a part failed. `unknown`: neither. */
export type Outcome = 'verified' | 'not_verified' | 'unknown';

export interface Verdict {
  readonly kind: 'evidence';
  readonly packId: string;
  readonly outcome: Outcome;
  readonly intact: IntactPart;
  readonly signed: SignedPart;
  readonly sealedIn: SealedInPart;
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
   * the record does not say all that its signature covers, its terms or its file are not at hand, or it was signed in an older form. */
  readonly outcome: Outcome;
  readonly intact: VerdictPart<RecordIntactEvidence> | null;
  readonly signed: VerdictPart<RecordSignedEvidence>;
  readonly later: VerdictPart<LaterEvidence> | null;
  /** What records of this kind say today and this older one does not; absent where it says all. */
  readonly lacks?: readonly string[];
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
  /** Absent: this device's. */
  readonly from?: FileSource;
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

/** What the platform's list says of a pack, which nobody has signed. */
export interface ToldOfPack {
  readonly vrfId: string | null;
  readonly siteCode: string;
}

/** What *sealed in* is judged by. */
export interface SealedInCheck {
  readonly manifestHash: string;
  /** What the signature says, once it held; null for a pack that was signed without. */
  readonly signedFor: SignedFor | null;
  /** Null where no list is at hand. */
  readonly told: ToldOfPack | null;
  /** Entries of the chain: those of the verification, and those beside them as far as they are held. Others do not matter. */
  readonly entries: readonly ChainEntry[];
  /** Whose chain it is: the session's tenant, or the one that the signature names. Null: not known. */
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
