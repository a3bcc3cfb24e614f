import type { Kysely, Transaction } from 'kysely';
import type { LetterTrouble } from '../../src/contracts/userLetter.ts';
import type { Database } from '../db/schema.ts';
import { linkEndsAt } from '../identity/accountLinks.ts';
import { triedForMs, waitAfter } from './backoff.ts';
import type { Claimed } from './claim.ts';
import { nextFree } from './nextFree.ts';

/**
 * What came of a letter that was claimed. Always the letter before its link: whoever takes back an account's links has their letters first, those
 * whose claim has run out too, and waits for no letter (identity/accountLinks.ts).
 */

/** It was handed over. Its link's time begins, unless an earlier delivery has begun it. So even where the claim has run out meanwhile: nobody is to send it once more. */
export async function settleSent(trx: Transaction<Database>, letterId: string, now: Date): Promise<void> {
  await trx
    .updateTable('account_letters')
    .set({ state: 'sent', trouble: null, ended_at: now, claim: null, claimed_until: null })
    .where('letter_id', '=', letterId)
    .where('state', '=', 'waiting')
    .execute();
  await trx
    .updateTable('account_links')
    .set({ expires_at: linkEndsAt(now) })
    .where('letter_id', '=', letterId)
    .where('expires_at', 'is', null)
    .execute();
}

/**
 * It was not taken: it waits for another try, or is given up. True where it was given up.
 * @param forGood whether it was refused for good
 */
export async function settleNotTaken(trx: Transaction<Database>, { row, claim }: Claimed, forGood: boolean, now: Date): Promise<boolean> {
  const waitMs = forGood ? null : waitAfter(now.getTime() - Date.parse(row.waiting_since));
  if (waitMs === null) return giveUp(trx, row.letter_id, forGood ? 'refused' : 'unreachable', now, claim);
  await trx
    .updateTable('account_letters')
    .set({ trouble: 'unreachable', due_at: new Date(now.getTime() + waitMs), claim: null, claimed_until: null })
    .where('letter_id', '=', row.letter_id)
    .where('claim', '=', claim)
    .execute();
  return false;
}

/**
 * Gives a letter up, and its link with it; both come back where it is sent again.
 * @param claim whose it has to be; null for one that nobody has in hand
 */
export async function giveUp(
  trx: Kysely<Database>,
  letterId: string,
  trouble: LetterTrouble,
  now: Date,
  claim: string | null = null,
): Promise<boolean> {
  let ending = trx
    .updateTable('account_letters')
    .set({ state: 'given_up', trouble, ended_at: now, claim: null, claimed_until: null })
    .where('letter_id', '=', letterId)
    .where('state', '=', 'waiting');
  if (claim !== null) ending = ending.where('claim', '=', claim);
  const { numUpdatedRows } = await ending.executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await trx
    .updateTable('account_links')
    .set({ expires_at: now })
    .where('letter_id', '=', letterId)
    .where('expires_at', 'is', null)
    .execute();
  return true;
}

/**
 * Says of letters whose first try was cut off that nobody took them, as far as anybody knows: whose claim has run out is in nobody's hand, and where only one that is gone could send
 * it, whoever looks must not be told that it is on its way.
 */
export async function noteCutOff(trx: Transaction<Database>, now: Date): Promise<void> {
  const cutOff = trx
    .selectFrom('account_letters')
    .select('letter_id')
    .where('state', '=', 'waiting')
    .where('trouble', 'is', null)
    .where('claimed_until', '<=', now.toISOString())
    .forUpdate()
    .skipLocked();
  await trx.updateTable('account_letters').set({ trouble: 'unreachable' }).where('letter_id', 'in', cutOff).execute();
}

/** Longer than whoever has the key goes on trying, milliseconds. */
const keylessAfterMs = triedForMs + 3_600_000;

/**
 * Gives up one of the letters that nobody can send any more: begun under a key for links which none of the instances has had for a day. One to a transaction, like every letter that
 * is given up (claim.ts). False where there is none.
 * @param keyId the key of this instance
 */
export async function giveUpKeyless(trx: Transaction<Database>, keyId: string, now: Date): Promise<boolean> {
  const lost = await nextFree(trx, now.toISOString())
    .select('letter_id')
    .where('link_key', 'is not', null)
    .where('link_key', '!=', keyId)
    .where('tries', '>', 0)
    .where('waiting_since', '<=', new Date(now.getTime() - keylessAfterMs).toISOString())
    .executeTakeFirst();
  return lost !== undefined && giveUp(trx, lost.letter_id, 'key', now);
}
