import type { EvidenceManifest, ManifestFile } from '../../contracts/evidence.ts';
import type { FileBytes, HashedFile, HashRequest } from '../../contracts/evidenceRpc.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import type { FileDigest, FileSource } from '../../contracts/verdict.ts';
import { plural } from '../../domain/format.ts';

/**
 * Files hashed in parallel. Downloads: enough to hide the waits of a slow connection, few enough that one big file does not wait behind
 * forty. Local files wait only for the browser's own messages.
 */
const LANES = { links: 4, local: 12 } as const;

/** Up to these limits a run checks the files by itself, as users expect of 'Verify'; beyond them it would cost too much data and time. */
export const autoFiles = 50;
export const autoBytes = 64 * 1024 * 1024;

/** True if the pack is within `autoFiles` and `autoBytes`. */
export function isCheckedAtOnce({ files }: Pick<EvidenceManifest, 'files'>): boolean {
  return files.length <= autoFiles && files.reduce((sum, { size }) => sum + size, 0) <= autoBytes;
}

/** Progress of a running job: files and bytes done, and their totals. */
export interface FileJob {
  readonly kind: 'links' | 'local';
  readonly files: number;
  readonly filesDone: number;
  readonly bytes: number;
  readonly bytesDone: number;
}

/** What was hashed so far, and the job under way; null if there is none. */
export interface FileChecksState {
  /** Newest result by source, file and outcome. A differing result stays beside an equal one until `clear`. */
  readonly digests: ReadonlyMap<string, FileDigest>;
  readonly job: FileJob | null;
  /** Messages about what could not be done. */
  readonly notes: readonly string[];
}

/** The part of the evidence worker's client that this module uses. */
export interface FileHasher {
  hash(jobId: string, request: HashRequest, progress: (doneBytes: number) => void): Promise<Result<HashedFile>>;
  cancel(prefix: string): void;
}

/** The file checks of one run, as `createFileChecks` makes them. `listen` returns the function that removes the listener. */
export interface FileChecks {
  get(): FileChecksState;
  listen(listener: () => void): () => void;
  /** Downloads and hashes files by their links; with `keep` it returns the bytes of those that match. */
  checkLinks(links: Readonly<Record<string, string>>, keep: boolean): Promise<ReadonlyMap<string, Blob>>;
  /** Hashes picked or dropped files and compares each with the manifest entry of its name. */
  checkLocal(files: readonly (FileBytes & { readonly name: string })[]): Promise<void>;
  cancel(): void;
  /** Drops the differing results, and all others from the same source under those names, at the user's request. */
  clear(): void;
}

/** Counts files and bytes of a job; of a file that was read in part, what was read. */
function createProgress(kind: FileJob['kind'], files: readonly ManifestFile[]) {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const bytesRead = new Map<string, number>();
  let bytesDone = 0;
  let filesDone = 0;
  const read = (job: string, bytes: number): void => {
    bytesDone += bytes - (bytesRead.get(job) ?? 0);
    bytesRead.set(job, bytes);
  };
  return {
    read,
    done: (job: string, bytes: number): void => {
      filesDone += 1;
      read(job, bytes);
    },
    job: (): FileJob => ({ kind, files: files.length, filesDone, bytes: total, bytesDone: Math.min(bytesDone, total) }),
  };
}

/**
 * The file checks of one run: which bytes were hashed, when, and the job under way. Independent of the screen and of the verdict, which
 * is computed from the digests.
 * @param now the platform's clock as this page knows it, epoch milliseconds: a worker has only the device's clock, which may be off by
 * hours (D-29)
 * @param held differing results of an earlier check of the same manifest: a new run of the steps does not clear them
 */
export function createFileChecks(
  manifest: EvidenceManifest,
  tenantId: string,
  hasher: FileHasher,
  now: () => number,
  held: readonly FileDigest[] = [],
): FileChecks {
  const listed = new Map(manifest.files.map((file) => [file.name, file]));
  const prefix = `${manifest.packId}:${crypto.randomUUID()}:`;
  const listeners = new Set<() => void>();
  const isEqual = ({ name, hash, size }: FileDigest): boolean => listed.get(name)?.hash === hash && listed.get(name)?.size === size;
  /** An equal file does not replace a differing one of the same name, whichever came first. */
  const keyOf = (digest: FileDigest): string => `${digest.from ?? 'device'} ${isEqual(digest) ? 'equal' : 'differs'} ${digest.name}`;
  let state: FileChecksState = { digests: new Map(held.map((digest) => [keyOf(digest), digest])), job: null, notes: [] };
  let run = 0;

  const change = (next: Partial<FileChecksState>): void => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };

  async function work<File extends ManifestFile>(
    kind: FileJob['kind'],
    files: readonly File[],
    request: (file: File) => HashRequest,
  ): Promise<ReadonlyMap<string, Blob>> {
    const from: FileSource = kind === 'links' ? 'platform' : 'device';
    run += 1;
    const mine = run;
    const isMine = (): boolean => mine === run;
    hasher.cancel(prefix);
    const progress = createProgress(kind, files);
    const kept = new Map<string, Blob>();
    const failures: Problem[] = [];
    const tell = (): void => {
      if (isMine()) change({ job: progress.job() });
    };
    change({ notes: [] });
    tell();

    // Identified by index: two files may have the same name.
    const queue = files.map((file, place) => ({ file, job: `${place}:${file.name}` }));
    const lane = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined && isMine(); next = queue.shift()) {
        const { file, job } = next;
        const { name, size } = file;
        const hashed = await hasher.hash(`${prefix}${mine}:${job}`, request(file), (doneBytes) => {
          progress.read(job, doneBytes);
          tell();
        });
        if (!isMine()) return;
        progress.done(job, size);
        if (hashed.ok) {
          const digest = { ...hashed.value.digest, from, hashedAt: new Date(now()).toISOString() };
          change({ digests: new Map(state.digests).set(keyOf(digest), digest) });
          if (hashed.value.blob instanceof Blob && hashed.value.digest.hash === file.hash) kept.set(name, hashed.value.blob);
        } else {
          failures.push(hashed.problem);
          // If the platform cannot be reached or denies the session, the remaining files would fail too.
          const { code } = hashed.problem;
          if (code === 'network' || code === 'not_ours' || code === 'unauthenticated') queue.length = 0;
        }
        tell();
      }
    };
    await Promise.all(Array.from({ length: Math.min(LANES[kind], files.length) }, lane));
    if (!isMine()) return new Map();
    const [first] = failures;
    const failed =
      first === undefined
        ? []
        : [`${plural(files.length - (progress.job().filesDone - failures.length), 'file')} could not be read: ${first.message}`];
    change({ job: null, notes: [...state.notes, ...failed] });
    return kept;
  }

  return {
    get: () => state,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    checkLinks(links, keep) {
      const files = manifest.files.filter(({ name }) => Object.hasOwn(links, name));
      return work('links', files, ({ name, size, hash }) => ({
        kind: 'link',
        name,
        size,
        expected: hash,
        url: links[name] ?? '',
        tenantId,
        keep,
      }));
    },
    async checkLocal(files) {
      // Hashes every given file, also a second one of the same name: neither may hide the other.
      const known = files.flatMap((blob) => {
        const entry = listed.get(blob.name);
        return entry === undefined ? [] : [{ ...entry, blob }];
      });
      const strange = [...new Set(files.map(({ name }) => name))].filter((name) => !listed.has(name));
      const working = work('local', known, ({ name, size, blob }) => ({ kind: 'blob', name, size, blob }));
      if (strange.length > 0) {
        const shown = strange.slice(0, 3).join(', ');
        change({ notes: [`Not in the manifest: ${shown}${strange.length > 3 ? ` and ${strange.length - 3} more` : ''}`] });
      }
      await working;
    },
    cancel() {
      run += 1;
      hasher.cancel(prefix);
      change({ job: null });
    },
    clear() {
      const ofSource = ({ from = 'device', name }: FileDigest): string => `${from} ${name}`;
      const differing = new Set([...state.digests.values()].filter((digest) => !isEqual(digest)).map(ofSource));
      change({ digests: new Map([...state.digests].filter(([, digest]) => !differing.has(ofSource(digest)))) });
    },
  };
}
