import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { hashToken } from '../identity/sessions/sessionToken.ts';
import type { Letter } from '../mail/mailer.ts';
import { judgeLetter, type Verdict } from './judge.ts';
import { hasLink, letterOf, type LetterRow } from './letter.ts';
import { keyOfLetter, type LinkKey } from './linkKey.ts';
import { isConfirmed } from './newAddresses.ts';
import { giveUp } from './settle.ts';
import { nextFree } from './nextFree.ts';

/**
 * How long a claim keeps other instances from sending the letter, milliseconds. Longer than a try may take (deliver.ts), so a letter is
 * sent twice only if the first sender was cut off between sending and recording it.
 */
export const claimHoldsMs = 2 * 60_000;

/** A letter that this instance may send while its claim holds. */
export interface Claimed {
  readonly row: LetterRow;
  readonly claim: string;
  /** Number of tries, including this one. */
  readonly tries: number;
  readonly letter: Letter;
}

/** Context for a claim. */
export interface Claiming {
  readonly now: Date;
  /** Null if it cannot be read; then no letter with a link is claimed. */
  readonly key: LinkKey | null;
  readonly config: Parameters<typeof letterOf>[2];
}

/**
 * Claims the unclaimed letter that has been due longest. Rows locked by other instances are skipped, so instances share the work without
 * waiting. The try is counted before it is made. A letter that may no longer be sent is given up instead, and the caller claims the next
 * in another transaction: holding one letter's link while locking another letter could deadlock with a person's request that revokes both
 * (identity/linking/accountLinks.ts). A letter with a link is sent by an instance that can derive its link: with a key of its own (linkKey.ts)
 * that is the one that tried it first. An untried letter gets a link under our key.
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
