import type { EvidenceManifest } from '../contracts/evidence.ts';
import type { FileCheck, FileDigest, FilesPart } from '../contracts/verdict.ts';
import { clip, messages } from './messages.ts';

/** How files that were not given count: on a console they are merely not here; a folder said to be the pack must hold them. */
export type Absence = 'notHere' | 'missing';

/**
 * *Files match*: bytes that somebody hashed against the list. Digests come from the evidence worker or the command line; this only
 * compares. Until every listed file has been hashed the part is not passed, and says how many were.
 */
export function checkFiles(
  manifest: EvidenceManifest,
  digests: readonly FileDigest[],
  at: string,
  absence: Absence = 'notHere',
): FilesPart {
  const byName = new Map(digests.map((digest) => [digest.name, digest]));
  const files = manifest.files.map((file): FileCheck => {
    const digest = byName.get(file.name);
    const expected = { name: file.name, expectedHash: file.hash, expectedSize: file.size };
    if (digest === undefined) return { ...expected, state: 'absent', computedHash: null, computedSize: null, hashedAt: null };
    const state = digest.hash === file.hash && digest.size === file.size ? 'match' : 'mismatch';
    return { ...expected, state, computedHash: digest.hash, computedSize: digest.size, hashedAt: digest.hashedAt };
  });
  const listed = new Set(manifest.files.map(({ name }) => name));
  const unlisted = digests.filter(({ name }) => !listed.has(name)).map(({ name }) => name);
  const counted = files.filter(({ state }) => state !== 'absent');
  const matched = files.filter(({ state }) => state === 'match').length;
  const hashedAt = counted.reduce<string | null>(
    (newest, file) => (file.hashedAt !== null && (newest === null || file.hashedAt > newest) ? file.hashedAt : newest),
    null,
  );
  const bytesHashed = counted.reduce((sum, file) => sum + (file.computedSize ?? 0), 0);
  const evidence = { listed: files.length, matched, bytesHashed, hashedAt, files, unlisted };

  const changed = files
    .filter(({ state }) => state === 'mismatch')
    .map((file) =>
      file.computedSize === file.expectedSize
        ? `${clip(file.name, 60)}: its bytes are not the listed ones`
        : `${clip(file.name, 60)}: ${file.computedSize} bytes, the manifest lists ${file.expectedSize}`,
    );
  const missing = files.filter(({ state }) => state === 'absent').map(({ name }) => `${clip(name, 60)}: missing`);
  if (changed.length > 0) return { state: 'failed', at, code: 'file_changed', message: messages.files, reasons: changed, evidence };
  if (absence === 'missing' && missing.length > 0)
    return { state: 'failed', at, code: 'file_missing', message: messages.files, reasons: missing, evidence };
  if (files.length === 0) return { state: 'notCheckable', reason: 'The manifest lists no files' };
  if (counted.length === 0) return { state: 'notCheckable', reason: 'No file was hashed here' };
  if (matched < files.length)
    return { state: 'notCheckable', reason: `${matched} of ${files.length} files hashed and equal, ${files.length - matched} not here` };
  return { state: 'passed', at, evidence };
}
