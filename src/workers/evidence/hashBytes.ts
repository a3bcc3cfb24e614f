import { sha256Hex } from '../../evidence/bytes.ts';
import { createSha256Stream } from '../../domain/encoding/sha256.ts';

/**
 * Up to this size, in bytes, a file is held in memory and WebCrypto hashes it at 0.4 to 1.2 GB/s. Above it that would need twice the
 * file's size in memory (FINDINGS).
 */
export const WHOLE_FILE_LIMIT = 64 * 1024 * 1024;
/** Up to this size, in bytes, a local file is read in one go: setting up a stream would take longer than reading it. */
const SMALL_BLOB_LIMIT = 4 * 1024 * 1024;
/** Interval between two progress reports, milliseconds. */
const REPORT_EVERY_MS = 100;

/** Result of reading and hashing. `hash` is null when the length differs from the listed one: the file fails without it. */
export interface HashedBytes {
  readonly size: number;
  readonly hash: string | null;
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
}

/** How one file is read. `now` is any clock in milliseconds, to space the progress reports; aborting `signal` ends the reading. */
export interface HashOptions {
  /** Length listed in the manifest, bytes. Reading stops just beyond it, because a server could send without end. */
  readonly listedSize: number;
  /** Whether to return the bytes. */
  readonly keep: boolean;
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly progress: (doneBytes: number) => void;
}

/** Hashes a local file. Throws like `hashBytes`, and also if the file was changed after it was picked. */
export async function hashBlob(blob: Blob, options: HashOptions): Promise<HashedBytes> {
  const { size } = blob;
  if (size !== options.listedSize) return { size, hash: null, parts: [] };
  if (size > SMALL_BLOB_LIMIT) return hashBytes(blob.stream(), options);
  const bytes = new Uint8Array(await blob.arrayBuffer());
  options.signal.throwIfAborted();
  return { size, hash: await hashWhole([bytes], size), parts: options.keep ? [bytes] : [] };
}

/** Reads a stream to its end, or to just past the listed length, and hashes it. Throws the signal's reason when cancelled. */
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
    // Ends a download that was not read to its end; after a regular end this does nothing.
    await reader.cancel().catch(() => undefined);
  }
  if (size !== listedSize) return { size, hash: null, parts: [] };
  const hash = streaming === null ? await hashWhole(parts, size) : streaming.digest();
  return { size, hash, parts: keep ? parts : [] };
}

/** Uses WebCrypto, which needs all bytes in one piece; if that fails, e.g. without memory for a second copy, hashes part by part. */
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
