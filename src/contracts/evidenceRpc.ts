import type { EvidenceManifest } from './evidence.ts';
import type { Result } from './problem.ts';
import type { ChainStanding, KnownChain, KnownFinding, OpenedProof, ProofOpening } from './proofOpening.ts';
import type { FileDigest, IntactPart, ManifestCheck, Recomputed, RecordCheck, RecordsCheck, RecordVerdict, SignedPart } from './verdict.ts';

/** The seam between a page and its evidence worker: types only. Results, never exceptions; sizes in bytes, times ISO 8601. */

/** A file picked or dropped (a Blob), named as a type this room can write: contracts know no DOM. */
export interface FileBytes {
  readonly size: number;
}

/** One file to hash: bytes at hand, or a download link of our own origin. `size` is the listed one: reading stops beyond it. `expected`
 * is the listed hash: bytes that have it are the file, whoever brought them; others count only where the platform itself brought them (D-50). */
export type HashRequest =
  | { readonly kind: 'blob'; readonly name: string; readonly size: number; readonly blob: FileBytes }
  | {
      readonly kind: 'link';
      readonly name: string;
      readonly size: number;
      readonly expected: string;
      readonly url: string;
      readonly tenantId: string;
      readonly keep: boolean;
    };

export interface HashedFile {
  readonly digest: FileDigest;
  /** The bytes as a Blob, where `keep` asked for them. */
  readonly blob: FileBytes | null;
}

/** Bytes of a job's file read so far; at most ten times a second and job. */
export type HashProgress = (jobId: string, doneBytes: number, totalBytes: number) => void;

export interface EvidenceWorkerApi {
  ping(): Promise<true>;
  /** Names the one listener for the progress of all jobs: a callback for each would be a message channel for each. */
  listen(progress: HashProgress): Promise<void>;
  checkIntact(manifest: EvidenceManifest, at: string): Promise<Result<IntactPart>>;
  checkSigned(input: ManifestCheck, at: string): Promise<Result<SignedPart>>;
  recompute(manifest: EvidenceManifest): Promise<Result<Recomputed>>;
  checkRecord(input: RecordCheck, at: string): Promise<Result<RecordVerdict>>;
  /** Verdicts in the order of the records: a whole list in one call. */
  checkRecords(input: RecordsCheck, at: string): Promise<Result<readonly RecordVerdict[]>>;
  /** Opens a file that may be a proof, whatever stands in it, and checks it. `clockConfirmed`: whether somebody has confirmed the time of `at`. */
  openProof(input: ProofOpening, at: string, clockConfirmed: boolean): Promise<Result<OpenedProof>>;
  /** Holds what a proof says of the chain against what this device knows of it. */
  compareChain(standing: ChainStanding, known: KnownChain): Promise<Result<KnownFinding>>;
  /** `jobId` names the work for `cancel`; a cancelled job answers `cancelled`. */
  hash(jobId: string, request: HashRequest): Promise<Result<HashedFile>>;
  /** Ends every job whose id starts with `prefix`. */
  cancel(prefix: string): Promise<void>;
}
