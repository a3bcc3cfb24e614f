import { type Kysely, sql } from 'kysely';
import type { OpenDatabase } from '../db/database.ts';
import type { Database } from '../db/schema.ts';
import { isOwner } from '../db/servingRole.ts';
import type { Logger } from '../log.ts';
import { readSetting } from '../settings.ts';

/**
 * Removes earlier forms of changed or destroyed secrets. A changed row leaves its old form in the table's file until the table is
 * rewritten, and in the embedded database's log. A note, stored in the transaction of the change, makes sure that a later act or start
 * completes the removal (G-2, P-6).
 */

const FORGET = 'secrets_to_forget';
/** Every table that holds secrets, or held them before secrets were wrapped. */
const tables = ['platform_settings', 'platform_secrets', 'signing_keys', 'totp_secrets'] as const;

/** Notes, in the transaction that changes secrets or private keys, that their old forms must be removed from the tables' files. */
export async function noteToForget(trx: Kysely<Database>): Promise<void> {
  await trx
    .insertInto('platform_settings')
    .values({ key: FORGET, value: 'true' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Rewrites the tables if that is noted. Returns true if no old form is left. Returns false, and logs it, if the tables' owner is not
 * available (G-22) or a reader holds a table for long; the note then stays for the next start. The log of a PostgreSQL server is its
 * operator's responsibility.
 */
export async function forgetOldForms({ db, kind, asOwner }: Pick<OpenDatabase, 'db' | 'kind' | 'asOwner'>, log: Logger): Promise<boolean> {
  try {
    if ((await readSetting<true>(db, FORGET)) === null) return true;
    const written = await asOwner((owner) => owner.connection().execute((one) => writeAnew(one, kind)));
    if (written) await db.deleteFrom('platform_settings').where('key', '=', FORGET).execute();
    else log.warn('secrets.not_written_anew');
    return written;
  } catch (failure) {
    // The change itself does not depend on this.
    log.error('secrets.forget', failure);
    return false;
  }
}

/** Returns false if this connection is not the owner: PostgreSQL would skip another owner's table with only a notice. */
async function writeAnew(one: Kysely<Database>, kind: OpenDatabase['kind']): Promise<boolean> {
  if (kind === 'postgres' && !(await isOwner(one, 'signing_keys'))) return false;
  // Waits for current readers; it holds no row locks meanwhile.
  await sql`set lock_timeout = '30s'`.execute(one);
  for (const table of tables) await sql`vacuum (full) ${sql.table(table)}`.execute(one);
  await sql`reset lock_timeout`.execute(one);
  if (kind === 'postgres') return true;
  await sql`set wal_recycle = off`.execute(one);
  await sql`select pg_switch_wal()`.execute(one);
  await sql`checkpoint`.execute(one);
  await sql`reset wal_recycle`.execute(one);
  return true;
}
