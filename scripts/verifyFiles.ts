import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EvidenceManifest } from '../src/contracts/evidence.ts';
import type { FileDigest } from '../src/contracts/verdict.ts';
import { fileNameFault } from '../src/domain/manifest.ts';
import { clip } from '../src/evidence/messages.ts';

export interface HashedFolder {
  readonly digests: readonly FileDigest[];
  /** What was refused or could not be read, for people. */
  readonly notes: readonly string[];
}

const MAX_NOTES = 100;

/**
 * Hashes the listed files of a folder. Whoever made the pack also chose the names and may have prepared the folder: names that D-7
 * refuses are never joined to a path, links are not followed, and only regular files are opened (a pipe would wait for ever).
 */
export async function hashFolder(folder: string, manifest: EvidenceManifest, signal: AbortSignal): Promise<HashedFolder> {
  const digests: FileDigest[] = [];
  const notes: string[] = [];
  const note = (text: string): void => {
    if (notes.length < MAX_NOTES) notes.push(text);
  };
  const listed = new Set<string>();
  for (const { name, size } of manifest.files) {
    signal.throwIfAborted();
    listed.add(name);
    if (fileNameFault(name) !== null) {
      note(`${clip(name, 60)}: its name is refused, so it was not looked for`);
      continue;
    }
    const digest = await hashListed(join(folder, name), name, size, signal);
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
  signal: AbortSignal,
): Promise<FileDigest | { readonly note: string }> {
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    // No link is followed, and a pipe without a writer does not block.
    handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : '';
    return { note: code === 'ENOENT' ? 'missing' : code === 'ELOOP' ? 'a symbolic link, refused' : 'cannot be read' };
  }
  try {
    const stats = await handle.stat();
    const { size } = stats;
    if (!stats.isFile()) return { note: 'not a regular file, refused' };
    const hashedAt = new Date().toISOString();
    if (size !== listedSize) return { name, size, hash: null, hashedAt };
    const hash = createHash('sha256');
    let read = 0;
    for await (const chunk of handle.createReadStream({ autoClose: false, highWaterMark: 1024 * 1024, signal })) {
      read += chunk.length;
      hash.update(chunk);
    }
    return { name, size: read, hash: hash.digest('hex'), hashedAt: new Date().toISOString() };
  } finally {
    await handle.close();
  }
}
