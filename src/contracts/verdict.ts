import type { EvidenceManifest } from './evidence.ts';
import type { ExportProof } from './export.ts';
import type { Portfolio } from './portfolio.ts';
import type { RbfPayment } from './rbf.ts';
import type { Report } from './report.ts';
import type { ChainEntry, VerificationStatus } from './verification.ts';

/**
 * The verdict on an evidence pack (D-8): four independent parts, each passed, failed or not checkable. Types only: `src/evidence`
 * produces verdicts; they pass the worker boundary, are shown, and are saved or printed as JSON. Times are ISO 8601.
 */

/** Every reason a check can fail; a closed list. Code branches on these; the messages beside them are for people. */
export type EvidenceFault =
  // The input is unusable.
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
  // A proof's parts, compared with each other and with independent data.
  | 'link_missing'
  | 'other_link'
  | 'row_differs'
  | 'other_checkpoint'
  | 'key_differs'
  // The signature's time, compared with its key's validity and this device's clock.
  | 'signed_before_valid'
  | 'signed_after_retirement'
  | 'signed_in_future'
  // Later statements.
  | 'statement_missing'
  | 'statement_foreign'
  | 'statement_differs'
  // The files' bytes.
  | 'file_missing'
  | 'file_changed';

/** One part of a verdict. `message` is the document's string; `reasons` lists every mismatch found. */
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

/** Evidence for *intact*. `computedHash` is null if the list cannot be hashed. */
export interface IntactEvidence {
  readonly computedHash: string | null;
  readonly manifestHash: string;
  readonly fileCount: number;
}

/** Evidence for *signed by a trusted key*. `keysFetchedAt` is null if the caller cannot know it (command line). */
export interface SignedEvidence {
  readonly kid: string;
  readonly algorithm: 'RS256';
  readonly signatureTimestamp: string;
  readonly keysFetchedAt: string | null;
  /** Whether the signed tenant was compared with the session's; `tenantId` is the payload's, if readable. */
  readonly tenant: 'checked' | 'notChecked';
  readonly tenantId: string | null;
  /** What the pack was signed for; null in the older form of the signature, or if the signature does not hold. */
  readonly signedFor: SignedFor | null;
  /** Labels of values that a signature made today would cover and this one does not; empty if it covers all, or does not hold. */
  readonly lacks: readonly string[];
}

/** Verification and site of a pack, as signed. */
export interface SignedFor {
  readonly verificationId: string;
  readonly siteCode: string;
}

/** Evidence for *sealed in*, from the chain; every seal is computed here. */
export interface SealedInEvidence {
  /** The verification that the pack was compared with; null if none is named. */
  readonly vrfId: string | null;
  /** Source of `vrfId`: the pack's signature, the platform's list, or the chain itself, found by hash. */
  readonly namedBy: 'signature' | 'platform' | 'chain';
  /** The verification's first entry with this manifest's hash: when the pack was sealed, and for which site. Null if there is none. */
  readonly entry: SealedEntry | null;
  /** Status of the verification's newest available entry; null if there is none. */
  readonly status: VerificationStatus | null;
}
/** The chain entry that holds a pack's hash. */
export type SealedEntry = Pick<ChainEntry, 'chainIndex' | 'vrfId' | 'siteCode' | 'timestamp' | 'seal'>;

/** Source of hashed bytes: sent by the platform for the check, or a file on the user's device. */
export type FileSource = 'platform' | 'device';

/** Result for a listed file and one source. `absent`: no bytes were given. */
export interface FileFinding {
  readonly state: 'match' | 'mismatch' | 'absent';
  /** How often bytes were given under its name; a single difference makes the result a mismatch. */
  readonly times: number;
  readonly computedHash: string | null;
  readonly computedSize: number | null;
  /** When bytes under its name were last hashed. */
  readonly hashedAt: string | null;
}

/** One listed file compared with bytes of each source; its own members repeat the decisive finding: a mismatch before a match. */
export interface FileCheck extends Omit<FileFinding, 'times'> {
  readonly name: string;
  readonly expectedHash: string;
  readonly expectedSize: number;
  readonly platform: FileFinding;
  readonly device: FileFinding;
}

/** Summary of one source: number of listed files given, and their results. */
export interface FileCount {
  readonly given: number;
  readonly equal: number;
  readonly differing: number;
  readonly bytes: number;
  readonly hashedAt: string | null;
}

/** The listed files against the bytes that the platform delivered and those given on this device; `matched` and `listed` count files. */
export interface FilesEvidence {
  readonly listed: number;
  readonly matched: number;
  readonly bytesHashed: number;
  /** Time of the last file check. */
  readonly hashedAt: string | null;
  readonly platform: FileCount;
  readonly device: FileCount;
  readonly files: readonly FileCheck[];
  /** Given names that the manifest does not list: not part of the pack, and reported as such. */
  readonly unlisted: readonly string[];
}

/** Whether the list of files is the one whose hash the manifest states. */
export type IntactPart = VerdictPart<IntactEvidence>;
/** Whether a key of the platform signed the manifest. */
export type SignedPart = VerdictPart<SignedEvidence>;
/** Whether a chain entry holds the pack's hash, and which. */
export type SealedInPart = VerdictPart<SealedInEvidence>;
/** Whether bytes match the list. */
export type FilesPart = VerdictPart<FilesEvidence>;

/** `verified`: intact, signed and sealed in passed, files passed or not checkable. `not_verified`: a part failed. `unknown`: otherwise. */
export type Outcome = 'verified' | 'not_verified' | 'unknown';

/** What this device found when it checked an evidence pack: one outcome, and four parts that are judged separately (D-8). */
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

/**
 * A signed record in the shape of the platform's answer. A report may have members unknown to this build: they are hashed too. An
 * export's `fileHash` is the SHA-256 of the exported file's bytes, null if the file is not available.
 */
export type SignedRecord =
  | { readonly kind: 'portfolio'; readonly value: Portfolio }
  | { readonly kind: 'payment'; readonly value: RbfPayment }
  | { readonly kind: 'report'; readonly value: Report }
  | { readonly kind: 'export'; readonly value: ExportProof; readonly fileHash: string | null };

/**
 * The computed hash beside the signed one: of a report and its proof, an exported file and its record, or a covenant's terms and the
 * covenant hash of a portfolio or payment. `signedHash` is null if the proof contains no readable one.
 */
export interface RecordIntactEvidence {
  readonly computedHash: string;
  readonly signedHash: string | null;
}

/**
 * Evidence for a record's signature. `kid` is as named by the signature, null if unreadable; `tenantId` is null unless the signature
 * holds.
 */
export interface RecordSignedEvidence {
  readonly kid: string | null;
  readonly keysFetchedAt: string | null;
  readonly tenant: 'checked' | 'notChecked';
  readonly tenantId: string | null;
}

/** One later statement whose signature holds: state before and after, when it changed, and when it was signed. */
export interface LaterStatement {
  readonly no: number;
  readonly from: string;
  readonly to: string;
  readonly at: string;
  readonly signedAt: string;
  readonly kid: string;
  readonly transactionId?: string;
}
/** Evidence for *what happened later*: every statement in order, and the final state. */
export interface LaterEvidence {
  readonly statements: readonly LaterStatement[];
  readonly state: string | null;
}

/** One value of a record, at the end of a path. */
export type Leaf = string | number | boolean | null;

/** A record's value that a signature covers: the record's own, a later statement's, or one over a signed hash that includes it. */
export interface CoveredValue {
  /** Path in the record: `payment.amount`. */
  readonly field: string;
  readonly value: Leaf;
  readonly by: 'signature' | 'statement' | 'hash';
}
/**
 * Why no signature covers a value. `neverSigned`: the platform does not sign it; `olderForm`: the older form of the signature lacks it;
 * `otherSigned`: another value was signed, see `signed`; `notAtHand`: the covering object is missing; `notHeld`: the signature does not
 * hold.
 */
export type UncoveredWhy = 'neverSigned' | 'olderForm' | 'otherSigned' | 'notAtHand' | 'notHeld';
/** A record's value that no signature covers. */
export interface UncoveredValue {
  readonly field: string;
  readonly value: Leaf;
  readonly why: UncoveredWhy;
  /** The value that was signed instead, and its date. */
  readonly signed?: { readonly value: Leaf; readonly asOf: string };
}

/**
 * The verdict on a signed record. `intact` is null if there was nothing to hash. `later` is null for reports and exports, which never
 * change.
 */
export interface RecordVerdict {
  readonly kind: RecordKind;
  readonly recordId: string;
  /**
   * `verified`: every part passed and everything that could be signed is. `unknown`: nothing failed but something is open: the record
   * lacks values that its signature covers, its terms or file are not available, or it was signed in an older form.
   */
  readonly outcome: Outcome;
  readonly intact: VerdictPart<RecordIntactEvidence> | null;
  readonly signed: VerdictPart<RecordSignedEvidence>;
  readonly later: VerdictPart<LaterEvidence> | null;
  /** Values that records of this kind contain today and this older one lacks; absent if complete. */
  readonly lacks?: readonly string[];
  /** Every value of the record is in one of the two lists (D-52), except the signatures themselves. */
  readonly covers: readonly CoveredValue[];
  readonly notCovered: readonly UncoveredValue[];
  readonly checkedAt: string;
}

/**
 * Digest of one file's bytes. `size` is bytes; `hash` is null if the size alone shows that the file is not the listed one, which avoids
 * hashing gigabytes.
 */
export interface FileDigest {
  readonly name: string;
  readonly size: number;
  readonly hash: string | null;
  readonly hashedAt: string;
  /** Absent: 'device'. */
  readonly from?: FileSource;
}

/** A key set as received, not yet judged, with the time it came from the platform. */
export interface HeldKeys {
  readonly keys: readonly unknown[];
  readonly fetchedAt: string | null;
}

/** Inputs for the verdict on a manifest. `tenantId` null: report the tenant as not checked. */
export interface ManifestCheck {
  readonly manifest: EvidenceManifest;
  readonly held: HeldKeys;
  readonly tenantId: string | null;
}

/** What the platform's list states about a pack; unsigned. */
export interface ToldOfPack {
  readonly vrfId: string | null;
  readonly siteCode: string;
}

/** Inputs for *sealed in*. */
export interface SealedInCheck {
  readonly manifestHash: string;
  /** What the signature states, if it holds; null for a pack signed in the older form. */
  readonly signedFor: SignedFor | null;
  /** Null if no list is available. */
  readonly told: ToldOfPack | null;
  /** Chain entries: those of the verification, and their neighbours as far as stored. Other entries are ignored. */
  readonly entries: readonly ChainEntry[];
  /** Owner of the chain: the session's tenant, or the signature's. Null: unknown. */
  readonly tenantId: string | null;
}

/** Inputs for the verdicts on a list of signed records. */
export interface RecordsCheck {
  readonly records: readonly SignedRecord[];
  readonly held: HeldKeys;
  readonly tenantId: string | null;
}

/** Inputs for the verdict on a signed record. `tenantId` null: report the tenant as not checked. */
export interface RecordCheck {
  readonly record: SignedRecord;
  readonly held: HeldKeys;
  readonly tenantId: string | null;
}

/** Result of the recompute control (C-71). `firstDifference` is the index of the first differing digit, -1 if the hashes are equal. */
export interface Recomputed {
  readonly equal: boolean;
  readonly message: string;
  readonly manifestHash: string;
  readonly computedHash: string;
  readonly firstDifference: number;
}
