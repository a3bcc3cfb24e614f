import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { Credential } from './relyingParty.ts';

/**
 * Stores a verified use of a passkey (verifyUse). False if the counter does not increase (a cloned key, or the second of two concurrent
 * uses) or the passkey was removed; decided by the update itself.
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
