import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { Credential } from './relyingParty.ts';

/**
 * Notes that a passkey was used, as it was verified (verifyUse). Judged where it is written: a counter that does not go up is a copy's, or the second of two uses at once, and a removed passkey has
 * no row any more; false for these.
 */
export async function noteUse(
  trx: Kysely<Database>,
  passkeyId: string,
  { counter, backedUp }: Pick<Credential, 'counter' | 'backedUp'>,
  now: Date,
): Promise<boolean> {
  const moved = await trx
    .updateTable('passkeys')
    .set({ counter, backed_up: backedUp, last_used_at: now })
    .where('passkey_id', '=', passkeyId)
    .where((row) => row.or([row('counter', '<', counter), row.and([row('counter', '=', 0), row.val(counter === 0)])]))
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}
