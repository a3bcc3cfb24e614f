import type { Checkpoint } from '../../contracts/checkpoint.ts';
import type { EvidenceManifest } from '../../contracts/evidence.ts';
import type { Proof } from '../../contracts/proof.ts';
import type { ChainEntry } from '../../contracts/verification.ts';
import { MAX_ZIP_BYTES, zip, type ZipEntry } from './zip.ts';

/** Whether a pack fits one archive; a larger one is downloaded file by file. */
export function fitsArchive(manifest: EvidenceManifest): boolean {
  return manifest.files.length < 60_000 && manifest.files.reduce((sum, { size }) => sum + size, 0) <= MAX_ZIP_BYTES;
}

/** What is needed beside a manifest to repeat its check: the key set, the entries of the chain that it was found sealed in, and the signed checkpoints that they lead to. */
export interface Beside {
  readonly keys: readonly unknown[];
  readonly entries: readonly ChainEntry[];
  /** None: not yet under a checkpoint, which whoever checks is told. */
  readonly checkpoints: readonly Checkpoint[];
}

/** The stretch of the chain in a proof that was just made here: the same links and checkpoints say whose evidence the pack is. */
export function stretchIn(proof: string): Pick<Beside, 'entries' | 'checkpoints'> {
  const { chain, checkpoints } = JSON.parse(proof) as Pick<Proof, 'chain' | 'checkpoints'>; // assembled, checked and written by this build
  return { entries: chain, checkpoints: checkpoints.first };
}

/**
 * One archive of a pack: its files as they were hashed, manifest, key set and chain entries beside them, laid out so that
 * `verify --manifest manifest.json --jwks jwks.json --chain chain.json --files files` repeats the check. Null where this browser has no memory for it: all of it is held at once.
 */
export async function packArchive(
  manifest: EvidenceManifest,
  { keys, entries: links, checkpoints }: Beside,
  files: ReadonlyMap<string, Blob>,
  at: Date,
): Promise<Blob | null> {
  const text = (value: unknown) => Uint8Array.from(new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`));
  const entries: ZipEntry[] = [
    { name: `${manifest.packId}/manifest.json`, bytes: text(manifest) },
    { name: `${manifest.packId}/jwks.json`, bytes: text({ keys }) },
    ...(links.length === 0 ? [] : [{ name: `${manifest.packId}/chain.json`, bytes: text({ entries: links, checkpoints }) }]),
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
