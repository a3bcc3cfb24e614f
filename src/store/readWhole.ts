import type { Entity } from './entities/entity.ts';
import { readDb } from './readDb.ts';
import { unpackWhole } from './unpack.ts';

/** The answer that is stored whole under this key; null if never fetched. @throws DamagedRow (rejects) if it is unreadable */
export async function readWhole<T>(entity: Entity<T>, key: string): Promise<T | null> {
  return unpackWhole(entity, await readDb().rows(entity.table).get(key));
}
