import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { linkEndsAt } from '../identity/accountLinks.ts';
import type { LetterRow, LinkedPurpose } from './letter.ts';
import type { Letters } from './letters.ts';

/**
 * Writes another letter in place of one with a link that this instance cannot send (linkKey.ts), which is given up. One that waited may have been delivered by who was cut off before it
 * could say so: its link holds for as long as if that had been now. False where its link was used or taken back meanwhile.
 *
 * The letter is held by whoever calls. Its account is held before its link, as by everybody who uses one (identity/accountLinks.ts).
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
