import { makeZip } from 'client-zip';
import type { Checkpoint } from '../../contracts/checkpoint.ts';
import type { EvidenceManifest } from '../../contracts/evidence.ts';
import type { Proof } from '../../contracts/proof.ts';
import type { ChainEntry } from '../../contracts/verification.ts';

/** Maximum size of an archive, which the browser holds as a whole. */
export const MAX_ZIP_BYTES = 512 * 1024 * 1024;

/** Whether a pack fits one archive; a larger one is downloaded file by file. */
export function fitsArchive(manifest: EvidenceManifest): boolean {
  return manifest.files.length < 60_000 && manifest.files.reduce((sum, { size }) => sum + size, 0) <= MAX_ZIP_BYTES;
}

/**
 * What is needed beside a manifest to repeat its check: the key set, the chain entries that seal it, and the signed checkpoints that they
 * lead to.
 */
export interface Beside {
  readonly keys: readonly unknown[];
  readonly entries: readonly ChainEntry[];
  /** Empty while no checkpoint covers the entries; the verifier is told so. */
  readonly checkpoints: readonly Checkpoint[];
}

/** The part of the chain in a proof just made here; its links and checkpoints also cover the pack. */
export function stretchIn(proof: string): Pick<Beside, 'entries' | 'checkpoints'> {
  const { chain, checkpoints } = JSON.parse(proof) as Pick<Proof, 'chain' | 'checkpoints'>; // written by this build
  return { entries: chain, checkpoints: checkpoints.first };
}

/**
 * One archive of a pack: its hashed files with manifest, key set and chain entries, laid out so that `verify --manifest manifest.json
 * --jwks jwks.json --chain chain.json --files files` repeats the check. Entries are stored, not compressed: pictures and documents would not shrink. Null if
 * the browser lacks the memory.
 */
export async function packArchive(
  manifest: EvidenceManifest,
  { keys, entries: links, checkpoints }: Beside,
  files: ReadonlyMap<string, Blob>,
  at: Date,
): Promise<Blob | null> {
  const entry = (name: string, input: Blob | string) => ({ name: `${manifest.packId}/${name}`, input, lastModified: at });
  const text = (name: string, value: unknown) => entry(name, `${JSON.stringify(value, null, 2)}\n`);
  const entries = [
    text('manifest.json', manifest),
    text('jwks.json', { keys }),
    ...(links.length === 0 ? [] : [text('chain.json', { entries: links, checkpoints })]),
    ...manifest.files.flatMap(({ name }) => {
      const blob = files.get(name);
      return blob === undefined ? [] : [entry(`files/${name}`, blob)];
    }),
  ];
  try {
    return await new Response(makeZip(entries), { headers: { 'content-type': 'application/zip' } }).blob();
  } catch (cause) {
    // Engines throw RangeError if they cannot allocate memory, for one file or for the archive.
    if (cause instanceof RangeError) return null;
    throw cause;
  }
}
