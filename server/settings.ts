import { type Kysely, sql } from 'kysely';
import type { Database } from './db/schema.ts';

/** A value kept with the data, or null. The caller knows its shape: only the platform writes here. */
export async function readSetting<T>(db: Kysely<Database>, key: string): Promise<T | null> {
  const row = await db.selectFrom('platform_settings').select('value').where('key', '=', key).executeTakeFirst();
  return row === undefined ? null : (row.value as T); // written below, under the same key
}

/** The value under `key`, made once: instances that start together end up with the same one. */
export async function ensureSetting<T>(db: Kysely<Database>, key: string, make: () => T | Promise<T>): Promise<T> {
  const held = await readSetting<T>(db, key);
  if (held !== null) return held;
  await db
    .insertInto('platform_settings')
    .values({ key, value: JSON.stringify(await make()) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const kept = await readSetting<T>(db, key);
  if (kept === null) throw new Error(`Setting ${key} could not be kept`);
  return kept;
}

/** Puts the first value under `key`; false where one stands there, which stays. */
export async function beginSetting(db: Kysely<Database>, key: string, value: unknown): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('platform_settings')
    .values({ key, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Puts a value under `key`, in the place of the one before. */
export async function keepSetting(db: Kysely<Database>, key: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  await db
    .insertInto('platform_settings')
    .values({ key, value: text })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text }))
    .execute();
}

/** Puts a value in the place of exactly this one; false where another stands there, or none. */
export async function changeSetting(db: Kysely<Database>, key: string, from: unknown, to: unknown): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('platform_settings')
    .set({ value: JSON.stringify(to) })
    .where('key', '=', key)
    .where('value', '=', sql<string>`${JSON.stringify(from)}::jsonb`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
