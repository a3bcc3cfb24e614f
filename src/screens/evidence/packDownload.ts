import type { EvidenceManifest } from '../../contracts/evidence.ts';
import { MAX_ZIP_BYTES, zip, type ZipEntry } from './zip.ts';

/** Whether a pack fits one archive; a larger one is downloaded file by file. */
export function fitsArchive(manifest: EvidenceManifest): boolean {
  return manifest.files.length < 60_000 && manifest.files.reduce((sum, { size }) => sum + size, 0) <= MAX_ZIP_BYTES;
}

/**
 * One archive of a pack: its files as they were hashed, manifest and key set beside them, laid out so that
 * `verify --manifest manifest.json --jwks jwks.json --files files` repeats the check. Null where this browser has no memory for it: all of it is held at once.
 */
export async function packArchive(
  manifest: EvidenceManifest,
  keys: readonly unknown[],
  files: ReadonlyMap<string, Blob>,
  at: Date,
): Promise<Blob | null> {
  const text = (value: unknown) => Uint8Array.from(new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`));
  const entries: ZipEntry[] = [
    { name: `${manifest.packId}/manifest.json`, bytes: text(manifest) },
    { name: `${manifest.packId}/jwks.json`, bytes: text({ keys }) },
  ];
  try {
    for (const { name } of manifest.files) {
      const blob = files.get(name);
      if (blob !== undefined) entries.push({ name: `${manifest.packId}/files/${name}`, bytes: new Uint8Array(await blob.arrayBuffer()) });
    }
    return zip(entries, at);
  } catch (cause) {
    // What engines throw where they cannot allocate, for one file or for the archive.
    if (cause instanceof RangeError) return null;
    throw cause;
  }
}
