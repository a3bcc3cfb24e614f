import type { Entity } from './entities/entity.ts';
import { readDb } from './readDb.ts';
import type { Stored } from './types.ts';
import { unpack, unpackWhole } from './unpack.ts';

/** The answer that is stored whole under this key; null if never fetched. @throws DamagedRow (rejects) if it is unreadable */
export async function readWhole<T>(entity: Entity<T>, key: string): Promise<T | null> {
  return unpackWhole(entity, await readDb().rows(entity.table).get(key));
}

/** Every row of an entity's table, by its key: for lists that a screen shows as a whole. */
export async function readAll<T>(entity: Entity<T>): Promise<Stored<T>> {
  return unpack(entity, await readDb().rows(entity.table).toArray());
}
