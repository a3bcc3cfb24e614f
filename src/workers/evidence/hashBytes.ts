import { sha256Hex } from '../../evidence/bytes.ts';
import { createSha256Stream } from '../../domain/sha256.ts';

/** Up to here a file is held whole and WebCrypto hashes it, at 0.4 to 1.2 GB/s; above, it would take twice its size of memory (FINDINGS). */
export const WHOLE_FILE_LIMIT = 64 * 1024 * 1024;
/** Up to here a file on the device is read in one go: below it a stream's setting up takes longer than the reading. */
const SMALL_BLOB_LIMIT = 4 * 1024 * 1024;
/** Between two reports of progress, milliseconds. */
const REPORT_EVERY_MS = 100;

/** What is known of the bytes. `hash` is null where they are not of the listed length: then nobody needs it. */
export interface HashedBytes {
  readonly size: number;
  readonly hash: string | null;
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
}

export interface HashOptions {
  /** Length that the manifest lists. Reading stops just beyond it: whoever serves the bytes may never end. */
  readonly listedSize: number;
  /** Whether the bytes are handed back. */
  readonly keep: boolean;
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly progress: (doneBytes: number) => void;
}

/** Hashes a file that is on the device. Throws as `hashBytes` does, and where the file was changed since it was picked. */
export async function hashBlob(blob: Blob, options: HashOptions): Promise<HashedBytes> {
  const { size } = blob;
  if (size !== options.listedSize) return { size, hash: null, parts: [] };
  if (size > SMALL_BLOB_LIMIT) return hashBytes(blob.stream(), options);
  const bytes = new Uint8Array(await blob.arrayBuffer());
  options.signal.throwIfAborted();
  return { size, hash: await hashWhole([bytes], size), parts: options.keep ? [bytes] : [] };
}

/** Reads a stream to its end, or just past the listed length, and hashes it. Throws the signal's reason when cancelled. */
export async function hashBytes(stream: ReadableStream<Uint8Array<ArrayBuffer>>, options: HashOptions): Promise<HashedBytes> {
  const { listedSize, keep, signal, now, progress } = options;
  const whole = listedSize <= WHOLE_FILE_LIMIT;
  const streaming = whole ? null : createSha256Stream();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = stream.getReader();
  let size = 0;
  let reportedAt = now();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) break;
      size += value.length;
      if (size > listedSize) return { size, hash: null, parts: [] };
      streaming?.update(value);
      if (whole || keep) parts.push(value);
      if (now() - reportedAt >= REPORT_EVERY_MS) {
        reportedAt = now();
        progress(size);
      }
    }
  } finally {
    // Ends a download that is not read to its end; after a regular end there is nothing left to cancel.
    await reader.cancel().catch(() => undefined);
  }
  if (size !== listedSize) return { size, hash: null, parts: [] };
  const hash = streaming === null ? await hashWhole(parts, size) : streaming.digest();
  return { size, hash, parts: keep ? parts : [] };
}

/** By the engine, which wants all in one piece; where it cannot, as when there is no memory for a second copy, piece by piece. */
async function hashWhole(parts: readonly Uint8Array<ArrayBuffer>[], size: number): Promise<string> {
  try {
    return await sha256Hex(joined(parts, size));
  } catch {
    const streaming = createSha256Stream();
    for (const part of parts) streaming.update(part);
    return streaming.digest();
  }
}

function joined(parts: readonly Uint8Array<ArrayBuffer>[], size: number): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
