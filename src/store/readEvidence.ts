import type { EvidenceManifest } from '../contracts/evidence.ts';
import { type StoredKey, keyEntity, manifestEntity } from './entities/evidence.ts';
import { readDb } from './readDb.ts';
import type { Stored } from './types.ts';
import { unpack, unpackOne } from './unpack.ts';

/** A pack's manifest as fetched; src/evidence judges it. Null if none is stored or readable: it is then fetched. */
export async function readManifest(packId: string): Promise<EvidenceManifest | null> {
  return unpackOne(manifestEntity, await readDb().rows('manifests').get(packId));
}

/** The signing keys in the set's order, duplicates included; the sync row `jwks` has the time of the fetch. */
export async function readKeys(): Promise<Stored<StoredKey>> {
  const stored = await unpack(keyEntity, await readDb().rows('keys').toArray());
  const rows = [...stored.rows].sort((a, b) => a.place - b.place).map((numbered) => numbered.key);
  return { rows, corrupt: stored.corrupt };
}
