import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { linkEndsAt } from '../identity/linking/accountLinks.ts';
import type { LetterRow, LinkedPurpose } from './letter.ts';
import type { Letters } from './letters.ts';

/**
 * Gives up a letter whose link this instance cannot derive (linkKey.ts) and writes a new one in its place. A waiting letter may have been
 * delivered by an instance that was cut off before recording it, so its link stays valid as if delivered now. Returns false if the link
 * was used or revoked meanwhile. The caller holds the letter's lock. The account is locked before its link, as everywhere
 * (identity/linking/accountLinks.ts).
 */
export async function replaceLetter(
  trx: Kysely<Database>,
  letters: Pick<Letters, 'writeLinked'>,
  row: LetterRow & { readonly purpose: LinkedPurpose },
  now: Date,
): Promise<boolean> {
  const { letter_id, account_id, purpose, state } = row;
  const { email } = await trx
    .selectFrom('accounts')
    .select('email')
    .where('account_id', '=', account_id)
    .forKeyShare()
    .executeTakeFirstOrThrow();
  const link = await trx
    .selectFrom('account_links')
    .select('expires_at')
    .where('letter_id', '=', letter_id)
    .where('used_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (link === undefined) return false;
  if (link.expires_at === null)
    await trx
      .updateTable('account_links')
      .set({ expires_at: linkEndsAt(now) })
      .where('letter_id', '=', letter_id)
      .execute();
  await trx
    .updateTable('account_letters')
    .set({
      state: 'given_up',
      trouble: 'superseded',
      claim: null,
      claimed_until: null,
      ...(state === 'waiting' && { ended_at: now }),
    })
    .where('letter_id', '=', letter_id)
    .execute();
  await letters.writeLinked(trx, { purpose, accountId: account_id, to: row.to_address ?? email, name: row.to_name });
  return true;
}
