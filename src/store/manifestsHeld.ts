import { payloadOf, type StoredRow } from './entities/entity.ts';
import { packEntity } from './entities/evidence.ts';
import type { ConsoleDb } from './schema.ts';
import { openRows } from './sealedRows.ts';

/** Newest packs first, whose manifest is not held or is another one than the list says (D-37). */
export async function missingManifests(db: ConsoleDb, limit: number): Promise<readonly string[]> {
  const missing: string[] = [];
  const packs = await db.packs.orderBy('at').reverse().limit(limit).toArray();
  // Under a lock what a pack is called stands in its payload alone.
  const ids = (await openRows(db, 'packs', packs)).map((pack) => payloadOf(packEntity, pack)?.packId ?? '');
  const held = await db.rows('manifests').bulkGet(ids);
  packs.forEach((pack, index) => {
    const id = ids[index] ?? '';
    if (!isManifestOf(held[index], pack) && id !== '') missing.push(id);
  });
  return missing;
}

/** Whether this pack's manifest is held: one row of each table is read, however many packs there are. */
export async function holdsManifest(db: ConsoleDb, packId: string): Promise<boolean> {
  const [pack, manifest] = await Promise.all([db.packs.get(packId), db.manifests.get(packId)]);
  // A pack that the list does not name (cut, or made room with) says nothing of its manifest.
  return pack === undefined ? manifest !== undefined : isManifestOf(manifest, pack);
}

function isManifestOf(manifest: StoredRow | undefined, pack: StoredRow): boolean {
  return manifest !== undefined && 'manifestHash' in manifest && 'manifestHash' in pack && manifest.manifestHash === pack.manifestHash;
}
