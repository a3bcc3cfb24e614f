import { type Kysely, sql } from 'kysely';
import type { Database } from './db/schema.ts';

/** A stored setting, or null. The caller knows its type: only the platform writes settings. */
export async function readSetting<T>(db: Kysely<Database>, key: string): Promise<T | null> {
  const row = await db.selectFrom('platform_settings').select('value').where('key', '=', key).executeTakeFirst();
  return row === undefined ? null : (row.value as T); // written below, under the same key
}

/** Stores a value if there is none yet; false if one exists, which is kept. */
export async function beginSetting(db: Kysely<Database>, key: string, value: unknown): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('platform_settings')
    .values({ key, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Stores a value, replacing any earlier one. */
export async function keepSetting(db: Kysely<Database>, key: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  await db
    .insertInto('platform_settings')
    .values({ key, value: text })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text }))
    .execute();
}

/** Replaces a value only if it equals `from`; false if it does not. */
export async function changeSetting(db: Kysely<Database>, key: string, from: unknown, to: unknown): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('platform_settings')
    .set({ value: JSON.stringify(to) })
    .where('key', '=', key)
    .where('value', '=', sql<string>`${JSON.stringify(from)}::jsonb`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
