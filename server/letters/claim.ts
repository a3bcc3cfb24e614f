import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { hashToken } from '../identity/sessionToken.ts';
import type { Letter } from '../mail/mailer.ts';
import { judgeLetter, type Verdict } from './judge.ts';
import { hasLink, letterOf, type LetterRow } from './letter.ts';
import { keyOfLetter, type LinkKey } from './linkKey.ts';
import { isConfirmed } from './newAddresses.ts';
import { giveUp } from './settle.ts';
import { nextFree } from './nextFree.ts';

/**
 * For how long nobody else sends a letter that was claimed, milliseconds. Longer than a try may take (deliver.ts), so that two send the same only where the first was cut off between
 * its sending and its word of it.
 */
export const claimHoldsMs = 2 * 60_000;

/** A letter that is this instance's to send, for as long as its claim holds. */
export interface Claimed {
  readonly row: LetterRow;
  readonly claim: string;
  /** Tries with this one. */
  readonly tries: number;
  readonly letter: Letter;
}

/** What a claim needs to know of the platform. */
export interface Claiming {
  readonly now: Date;
  /** Null where it cannot be read: nothing that carries a link is claimed. */
  readonly key: LinkKey | null;
  readonly config: Parameters<typeof letterOf>[2];
}

/**
 * Claims the letter that is due for longest, if there is one that nobody has in hand: rows that others look at are passed over, so that instances share the work and wait for
 * nobody. The try is counted before it is made. One that may not go out any more is given up instead, and the next is for another transaction: whoever holds the link of one letter
 * must not come to want that of another, which a person may have who takes back both (identity/accountLinks.ts).
 *
 * A letter with a link is sent by who derives its link: with an instance's own key (linkKey.ts) that is whoever tried it first. One that nobody has tried is given a link of ours.
 */
export async function claimLetter(trx: Transaction<Database>, { now, key, config }: Claiming): Promise<Claimed | 'givenUp' | null> {
  const at = now.toISOString();
  const row = await nextFree(trx, at)
    .selectAll()
    .where('due_at', '<=', at)
    .where(({ or, eb }) =>
      or([
        eb('link_key', 'is', null),
        ...(key === null ? [] : [eb('link_key', '=', key.id), eb('link_key', '=', key.before?.id ?? key.id), eb('tries', '=', 0)]),
      ]),
    )
    .executeTakeFirst();
  if (row === undefined) return null;
  const verdict = await judgeLetter(trx, row);
  if (!verdict.may) {
    await giveUp(trx, row.letter_id, verdict.trouble, now);
    return 'givenUp';
  }
  const own = key === null ? null : (keyOfLetter(key, row) ?? key);
  const claim = randomUUID();
  const tries = row.tries + 1;
  await trx
    .updateTable('account_letters')
    .set({
      claim,
      claimed_until: new Date(now.getTime() + claimHoldsMs),
      tries,
      ...(row.link_key !== null && own !== null && { link_key: own.id }),
    })
    .where('letter_id', '=', row.letter_id)
    .execute();
  return { row, claim, tries, letter: letterOf(row, await sayingOf(trx, row, verdict, own), config) };
}

async function sayingOf(trx: Transaction<Database>, row: LetterRow, { to, taken }: Extract<Verdict, { may: true }>, key: LinkKey | null) {
  const confirmed = await isConfirmed(trx, row.account_id, to);
  if (!hasLink(row.purpose)) return { to, taken, confirmed, token: null };
  if (key === null) throw new Error(`A letter of the kind ${row.purpose} names no key for its link`);
  const token = key.tokenOf({ letterId: row.letter_id, purpose: row.purpose, accountId: row.account_id });
  if (row.link_key !== key.id)
    await trx
      .updateTable('account_links')
      .set({ token_hash: hashToken(token) })
      .where('letter_id', '=', row.letter_id)
      .execute();
  return { to, taken, confirmed, token: taken ? null : token };
}
