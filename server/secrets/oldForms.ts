import { type Kysely, sql } from 'kysely';
import type { OpenDatabase } from '../db/database.ts';
import type { Database } from '../db/schema.ts';
import { isOwner } from '../db/servingRole.ts';
import type { Logger } from '../log.ts';
import { readSetting } from '../settings.ts';

/**
 * What a secret was before it was changed or destroyed: a changed row leaves its old form in the table's file until that is written anew, and in the embedded database's log. One note, kept in the
 * transaction of the change, has it done in the end, by whichever act or start gets to it first (G-2, P-6).
 */

const FORGET = 'secrets_to_forget';
/** Every table that a secret lies in, or lay in before secrets were wrapped. */
const tables = ['platform_settings', 'platform_secrets', 'signing_keys', 'totp_secrets'] as const;

/** Notes, in the transaction that changes secrets or private halves, that their old forms are to be gone from the tables' files too. */
export async function noteToForget(trx: Kysely<Database>): Promise<void> {
  await trx
    .insertInto('platform_settings')
    .values({ key: FORGET, value: 'true' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Writes the tables anew where that is noted. Answers whether no old form is left: false, and in the log, where the tables' owner is not at hand (G-22) or somebody reads there for long; the note
 * stands then, and another start does it. Of a PostgreSQL's own log whoever runs that has to see to it.
 */
export async function forgetOldForms({ db, kind, asOwner }: Pick<OpenDatabase, 'db' | 'kind' | 'asOwner'>, log: Logger): Promise<boolean> {
  try {
    if ((await readSetting<true>(db, FORGET)) === null) return true;
    const written = await asOwner((owner) => owner.connection().execute((one) => writeAnew(one, kind)));
    if (written) await db.deleteFrom('platform_settings').where('key', '=', FORGET).execute();
    else log.warn('secrets.not_written_anew');
    return written;
  } catch (failure) {
    // Nothing that was changed hangs on it.
    log.error('secrets.forget', failure);
    return false;
  }
}

/** False where this connection may not: PostgreSQL would pass over a table of somebody else's with no more than a notice. */
async function writeAnew(one: Kysely<Database>, kind: OpenDatabase['kind']): Promise<boolean> {
  if (kind === 'postgres' && !(await isOwner(one, 'signing_keys'))) return false;
  // It waits for whoever reads there just now; nobody's row is held meanwhile.
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
