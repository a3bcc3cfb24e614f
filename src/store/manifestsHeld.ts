import { payloadOf, type StoredRow } from './entities/entity.ts';
import { packEntity } from './entities/evidence.ts';
import type { ConsoleDb } from './schema.ts';
import { decryptRows } from './decryptRows.ts';

/** Ids of packs, newest first, whose manifest is not stored or differs from the one in the list (D-37). */
export async function missingManifests(db: ConsoleDb, limit: number): Promise<readonly string[]> {
  const missing: string[] = [];
  const packs = await db.packs.orderBy('at').reverse().limit(limit).toArray();
  // Under a lock a pack's id is only in its encrypted payload.
  const ids = (await decryptRows(db, 'packs', packs)).map((pack) => payloadOf(packEntity, pack)?.packId ?? '');
  const held = await db.rows('manifests').bulkGet(ids);
  packs.forEach((pack, index) => {
    const id = ids[index] ?? '';
    if (!isManifestOf(held[index], pack) && id !== '') missing.push(id);
  });
  return missing;
}

/** True if this pack's manifest is stored: reads one row of each table, however many packs there are. */
export async function holdsManifest(db: ConsoleDb, packId: string): Promise<boolean> {
  const [pack, manifest] = await Promise.all([db.packs.get(packId), db.manifests.get(packId)]);
  // A pack missing in the stored list (cut, or deleted to free space) says nothing about its manifest.
  return pack === undefined ? manifest !== undefined : isManifestOf(manifest, pack);
}

function isManifestOf(manifest: StoredRow | undefined, pack: StoredRow): boolean {
  return manifest !== undefined && 'manifestHash' in manifest && 'manifestHash' in pack && manifest.manifestHash === pack.manifestHash;
}
