import { createHash } from 'node:crypto';
import { closeSync, constants, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EvidenceManifest } from '../src/contracts/evidence.ts';
import type { FileDigest } from '../src/contracts/verdict.ts';
import { fileNameFault } from '../src/domain/records/manifest.ts';
import { clip } from '../src/evidence/messages.ts';

/** The SHA-256 hashes of the files that could be read. */
export interface HashedFolder {
  readonly digests: readonly FileDigest[];
  /** What was refused or could not be read, as text for people. */
  readonly notes: readonly string[];
}

const MAX_NOTES = 100;
/** Files up to this size are read at once into one shared buffer: for a thousand photos system calls matter more than streaming. */
const SMALL_BYTES = 4 * 1024 * 1024;
/** How long small files are read before the event loop gets a turn (Ctrl-C), milliseconds. */
const TURN_MS = 50;

/**
 * Hashes the listed files of a folder. The pack's author chose the names and may have prepared the folder: names that D-7 refuses are
 * never joined to a path, links are not followed, and only regular files are opened (a pipe would block for ever).
 */
export async function hashFolder(folder: string, manifest: EvidenceManifest, signal: AbortSignal): Promise<HashedFolder> {
  const digests: FileDigest[] = [];
  const notes: string[] = [];
  const note = (text: string): void => {
    if (notes.length < MAX_NOTES) notes.push(text);
  };
  const listed = new Set<string>();
  const buffer = Buffer.allocUnsafe(SMALL_BYTES);
  let turnEnds = Date.now() + TURN_MS;
  for (const { name, size } of manifest.files) {
    signal.throwIfAborted();
    listed.add(name);
    if (fileNameFault(name) !== null) {
      note(`${clip(name, 60)}: its name is refused, so it was not looked for`);
      continue;
    }
    const digest = await hashListed(join(folder, name), name, size, buffer, signal);
    if (Date.now() >= turnEnds) {
      await nextTurn();
      turnEnds = Date.now() + TURN_MS;
    }
    if ('note' in digest) note(`${clip(name, 60)}: ${digest.note}`);
    else digests.push(digest);
  }
  const others = (await readdir(folder)).filter((name) => !listed.has(name)).slice(0, MAX_NOTES);
  for (const name of others) note(`${clip(name, 60)}: in the folder, but not listed in the manifest`);
  return { digests, notes };
}

async function hashListed(
  path: string,
  name: string,
  listedSize: number,
  buffer: Buffer,
  signal: AbortSignal,
): Promise<FileDigest | { readonly note: string }> {
  let file: number;
  try {
    // Does not follow links, and does not block on a pipe without a writer.
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : '';
    return { note: code === 'ENOENT' ? 'missing' : code === 'ELOOP' ? 'a symbolic link, refused' : 'cannot be read' };
  }
  try {
    const stats = fstatSync(file);
    const { size } = stats;
    if (!stats.isFile()) return { note: 'not a regular file, refused' };
    if (size !== listedSize) return { name, size, hash: null, hashedAt: new Date().toISOString() };
    const { read, hash } = size <= SMALL_BYTES ? hashSmall(file, size, buffer) : await hashLarge(file, signal);
    // The file may have changed its size since it was measured.
    return { name, size: read, hash: read === size ? hash : null, hashedAt: new Date().toISOString() };
  } finally {
    closeSync(file);
  }
}

interface HashedBytes {
  readonly read: number;
  readonly hash: string;
}

function hashSmall(file: number, size: number, buffer: Buffer): HashedBytes {
  let read = 0;
  while (read < size) {
    const more = readSync(file, buffer, read, size - read, read);
    if (more === 0) break;
    read += more;
  }
  return { read, hash: createHash('sha256').update(buffer.subarray(0, read)).digest('hex') };
}

async function hashLarge(file: number, signal: AbortSignal): Promise<HashedBytes> {
  const hash = createHash('sha256');
  let read = 0;
  for await (const chunk of createReadStream('', { fd: file, autoClose: false, highWaterMark: 1024 * 1024, signal })) {
    read += chunk.length;
    hash.update(chunk);
  }
  return { read, hash: hash.digest('hex') };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
