import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { KeyWrap } from './keyWrap.ts';

/** The secret that download links are signed with. */
export function readDownloadSecret(db: Kysely<Database>, wrap: KeyWrap): Promise<Uint8Array> {
  return readSecret(db, wrap, 'evidence.downloadSecret');
}

/** A secret of the platform's by its name: 32 bytes, made once, shared by every instance of the platform. */
export async function readSecret(db: Kysely<Database>, wrap: KeyWrap, key: string): Promise<Uint8Array> {
  const fresh = wrap.wrap(randomBytes(32).toString('base64'));
  await db
    .insertInto('platform_settings')
    .values({ key, value: JSON.stringify(fresh) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db.selectFrom('platform_settings').select('value').where('key', '=', key).executeTakeFirstOrThrow();
  if (typeof value !== 'string') throw new Error(`the secret ${key} in the database is damaged`);
  return Buffer.from(wrap.unwrap(value), 'base64');
}
