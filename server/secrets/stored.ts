import { type Kysely, sql } from 'kysely';
import type { OpenDatabase } from '../db/database.ts';
import type { Database } from '../db/schema.ts';
import { isOwner } from '../db/servingRole.ts';
import type { Logger } from '../log.ts';
import { readSetting } from '../settings.ts';
import { secretRow } from './secrets.ts';

/** A secret as it lies in the database. */
export interface StoredSecret {
  /** The name that its envelope belongs to. */
  readonly row: string;
  readonly stored: string;
  keep(trx: Kysely<Database>, sealed: string): Promise<unknown>;
}

/** The name that the envelope of a signing key's private half belongs to. */
export function signingKeyRow(kid: string): string {
  return `signing_keys/${kid}`;
}

/** Every secret that lies in a table of its own: the platform's, and private halves of keys. */
export async function storedSecrets(db: Kysely<Database>): Promise<readonly StoredSecret[]> {
  const secrets = await db.selectFrom('platform_secrets').select(['name', 'secret_id', 'sealed']).orderBy('name').execute();
  const keys = await db.selectFrom('signing_keys').select(['kid', 'private_key']).where('private_key', 'is not', null).execute();
  return [
    ...secrets.map(({ name, secret_id: id, sealed: stored }) => ({
      row: secretRow(name, id),
      stored,
      keep: (trx: Kysely<Database>, sealed: string) =>
        trx.updateTable('platform_secrets').set({ sealed }).where('name', '=', name).where('secret_id', '=', id).execute(),
    })),
    ...keys.map(({ kid, private_key: stored }) => ({
      row: signingKeyRow(kid),
      stored: stored ?? '',
      keep: (trx: Kysely<Database>, sealed: string) =>
        trx.updateTable('signing_keys').set({ private_key: sealed }).where('kid', '=', kid).execute(),
    })),
  ];
}

const FORGET = 'secrets_to_forget';

/** Notes, in the transaction that wraps or changes secrets, that their old forms are to be gone from the tables' files too. */
export async function noteToForget(trx: Kysely<Database>): Promise<void> {
  await trx
    .insertInto('platform_settings')
    .values({ key: FORGET, value: 'true' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * A changed row leaves its old form in the table's file until that is written anew: where secrets were changed, they are. The embedded database's log goes the same way; of another's whoever runs
 * that has the log, and says how long it is kept. Does nothing where all that was done. Where the tables' owner is not at hand it says so, and leaves it to a start at which he is (G-22).
 */
export async function forgetOldForms({ db, kind, asOwner }: Pick<OpenDatabase, 'db' | 'kind' | 'asOwner'>, log: Logger): Promise<void> {
  if ((await readSetting<true>(db, FORGET)) === null) return;
  const forgotten = await asOwner((owner) =>
    owner.connection().execute(async (one) => {
      // PostgreSQL would pass over a table of somebody else's with no more than a notice.
      if (kind === 'postgres' && !(await isOwner(one, 'signing_keys'))) return false;
      // It waits for whoever reads there just now; nobody's row is held meanwhile.
      await sql`set lock_timeout = '30s'`.execute(one);
      for (const table of ['platform_settings', 'platform_secrets', 'signing_keys'])
        await sql`vacuum (full) ${sql.table(table)}`.execute(one);
      await sql`reset lock_timeout`.execute(one);
      if (kind === 'postgres') return true;
      await sql`set wal_recycle = off`.execute(one);
      await sql`select pg_switch_wal()`.execute(one);
      await sql`checkpoint`.execute(one);
      await sql`reset wal_recycle`.execute(one);
      return true;
    }),
  );
  if (forgotten) await db.deleteFrom('platform_settings').where('key', '=', FORGET).execute();
  else log.warn('secrets.not_written_anew');
}
