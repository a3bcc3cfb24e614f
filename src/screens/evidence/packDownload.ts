import type { EvidenceManifest } from '../../contracts/evidence.ts';
import type { ChainEntry } from '../../contracts/verification.ts';
import { MAX_ZIP_BYTES, zip, type ZipEntry } from './zip.ts';

/** Whether a pack fits one archive; a larger one is downloaded file by file. */
export function fitsArchive(manifest: EvidenceManifest): boolean {
  return manifest.files.length < 60_000 && manifest.files.reduce((sum, { size }) => sum + size, 0) <= MAX_ZIP_BYTES;
}

/** What is needed beside a manifest to repeat its check: the key set, and the entries of the chain that it was found sealed in. */
export interface Beside {
  readonly keys: readonly unknown[];
  readonly entries: readonly ChainEntry[];
}

/**
 * One archive of a pack: its files as they were hashed, manifest, key set and chain entries beside them, laid out so that
 * `verify --manifest manifest.json --jwks jwks.json --chain chain.json --files files` repeats the check.
 */
export async function packArchive(
  manifest: EvidenceManifest,
  { keys, entries: links }: Beside,
  files: ReadonlyMap<string, Blob>,
  at: Date,
): Promise<Blob> {
  const text = (value: unknown) => Uint8Array.from(new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`));
  const entries: ZipEntry[] = [
    { name: `${manifest.packId}/manifest.json`, bytes: text(manifest) },
    { name: `${manifest.packId}/jwks.json`, bytes: text({ keys }) },
    ...(links.length === 0 ? [] : [{ name: `${manifest.packId}/chain.json`, bytes: text({ entries: links }) }]),
  ];
  for (const { name } of manifest.files) {
    const blob = files.get(name);
    if (blob !== undefined) entries.push({ name: `${manifest.packId}/files/${name}`, bytes: new Uint8Array(await blob.arrayBuffer()) });
  }
  return zip(entries, at);
}
