import type { EvidenceManifest } from './evidence.ts';
import type { Result } from './problem.ts';
import type { ChainStanding, KnownChain, KnownFinding, OpenedProof, ProofOpening } from './proofOpening.ts';
import type { FileDigest, IntactPart, ManifestCheck, Recomputed, RecordCheck, RecordsCheck, RecordVerdict, SignedPart } from './verdict.ts';

/** Interface between a page and its evidence worker: types only. Methods return results and never throw; sizes in bytes, times ISO 8601. */

/** A file picked or dropped (a Blob). Declared structurally because src/contracts is compiled without DOM types. */
export interface FileBytes {
  readonly size: number;
}

/**
 * One file to hash: a Blob, or a download link of our own origin. `size` is the listed size; reading stops beyond it. `expected` is the
 * listed hash. Bytes with that hash are the file, whatever their origin; other bytes count only if the platform itself delivered them
 * (D-50).
 */
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

/** Result of one hash job. */
export interface HashedFile {
  readonly digest: FileDigest;
  /** The bytes as a Blob, if `keep` was set. */
  readonly blob: FileBytes | null;
}

/** Bytes of a job's file read so far; at most ten calls a second per job. */
export type HashProgress = (jobId: string, doneBytes: number, totalBytes: number) => void;

/** What a page can ask of its evidence worker; `at` is the platform's time as the page knows it. */
export interface EvidenceWorkerApi {
  /** Registers the single progress listener for all jobs: a callback per job would need a message channel per job. */
  listen(progress: HashProgress): Promise<void>;
  checkIntact(manifest: EvidenceManifest, at: string): Promise<Result<IntactPart>>;
  checkSigned(input: ManifestCheck, at: string): Promise<Result<SignedPart>>;
  recompute(manifest: EvidenceManifest): Promise<Result<Recomputed>>;
  checkRecord(input: RecordCheck, at: string): Promise<Result<RecordVerdict>>;
  /** Verdicts in the order of the records; checks a whole list in one call. */
  checkRecords(input: RecordsCheck, at: string): Promise<Result<readonly RecordVerdict[]>>;
  /** Opens and checks a file that may be a proof, whatever it contains. `clockConfirmed`: the time in `at` has been confirmed. */
  openProof(input: ProofOpening, at: string, clockConfirmed: boolean): Promise<Result<OpenedProof>>;
  /** Compares a proof's chain with what this device knows of the chain. */
  compareChain(standing: ChainStanding, known: KnownChain): Promise<Result<KnownFinding>>;
  /** `jobId` identifies the job for `cancel`; a cancelled job returns `cancelled`. */
  hash(jobId: string, request: HashRequest): Promise<Result<HashedFile>>;
  /** Cancels every job whose id starts with `prefix`. */
  cancel(prefix: string): Promise<void>;
}
