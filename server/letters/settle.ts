import type { Kysely, Transaction } from 'kysely';
import type { LetterTrouble } from '../../src/contracts/userLetter.ts';
import type { Database } from '../db/schema.ts';
import { linkEndsAt } from '../identity/linking/accountLinks.ts';
import { triedForMs, waitAfter } from './backoff.ts';
import type { Claimed } from './claim.ts';
import { nextFree } from './nextFree.ts';

/**
 * Records the outcome of claimed letters. Locks a letter always before its link: revoking an account's links locks its letters first,
 * including those whose claim has run out, and waits for no letter (identity/linking/accountLinks.ts).
 */

/**
 * Records a delivery. The link's lifetime begins now unless an earlier delivery began it. Applies even if the claim has run out, so that
 * no other instance sends the letter again.
 */
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
 * Records a failed try: schedules the next one or gives the letter up. Returns true if it was given up.
 * @param forGood whether the letter was refused permanently
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
 * Gives a letter up and expires its link; both are restored if it is sent again. Returns false if it was not waiting or has another
 * claim.
 * @param claim the claim it must have; null if it is unclaimed
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
 * Marks waiting letters whose first try was cut off as undelivered. Their claim has run out, and if only a vanished instance could send
 * them, administrators must not see them as being on their way.
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

/** Longer than an instance with the key goes on trying, milliseconds. */
const keylessAfterMs = triedForMs + 3_600_000;

/**
 * Gives up one letter that no instance can send any more: begun under a link key that no instance has had for a day. One letter per
 * transaction, like all that are given up (claim.ts). Returns false if there is none.
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
