import type { Kysely } from 'kysely';
import type { LetterPurpose, LetterState } from '../../src/contracts/userLetter.ts';
import type { Database } from '../db/schema.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import { judgeLetter } from './judge.ts';
import { hasLink, type LetterRow, type NewLetter } from './letter.ts';
import type { Letters } from './letters.ts';
import { refuseNewAddress } from './newAddresses.ts';
import { replaceLetter } from './replace.ts';

/** Maximum of new copies of one kind of letter per account and hour. */
const anewPerHour = 5;

const inactive = 'The account is not active. Activate it first';
const superseded = 'The link in this email has expired. Its owner must request a new one';
const oneLink = 'The link in this email was sent and works once. Its owner must request a new one';

/** Result of *Send again*. */
interface Again {
  readonly purpose: LetterPurpose;
  /** False if the letter was about to be sent anyway. */
  readonly changed: boolean;
}

/**
 * Sends a letter again. A letter that was given up waits for another 24 hours, as the same letter with the same link. A letter waiting
 * for its next try becomes due now. A sent letter is copied, unless it carries a link: its owner must request another. If a letter was
 * begun under a link key that this instance does not have, a new letter replaces it: the instance with that key may be gone, and under
 * our key the same letter would carry another link.
 * @param asked `seen`: the letter's state as the caller saw it, or null; if it was sent since then, nothing is done
 */
export async function sendAgain(
  trx: Kysely<Database>,
  letters: Pick<Letters, 'write' | 'writeLinked' | 'canSend'>,
  {
    accountId,
    tenantId,
    letterId,
    seen,
  }: { readonly accountId: string; readonly tenantId: string; readonly letterId: string; readonly seen: LetterState | null },
  now: Date,
): Promise<Again | Refusal> {
  const row = await trx
    .selectFrom('account_letters')
    .selectAll()
    .where('letter_id', '=', letterId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return refuse('not_found');
  const { purpose, state } = row;
  const verdict = await judgeLetter(trx, row);
  if (state === 'sent' && seen !== null && seen !== 'sent') return { purpose, changed: false };
  if (state === 'sent') {
    if (hasLink(purpose)) return refuse('conflict', oneLink);
    if (!verdict.may) return refuse('conflict', inactive);
    if (await wasSentOften(trx, row, now)) return refuse('rate_limited', undefined, 3_600_000);
    if (purpose === 'welcome') {
      const often = await refuseNewAddress(trx, { tenantId, email: null }, now);
      if (often !== null) return often;
    }
    await letters.write(trx, copyOf(row));
    return { purpose, changed: true };
  }
  if (!verdict.may) return refuse('conflict', verdict.trouble === 'inactive' ? inactive : superseded);
  if (row.trouble === 'superseded') return refuse('conflict', superseded);
  // Claimed: it is being sent now.
  if (state === 'waiting' && row.claimed_until !== null && Date.parse(row.claimed_until) > now.getTime())
    return { purpose, changed: false };
  if (hasLink(purpose) && !(await letters.canSend(row))) {
    if (await wasSentOften(trx, row, now)) return refuse('rate_limited', undefined, 3_600_000);
    return (await replaceLetter(trx, letters, { ...row, purpose }, now)) ? { purpose, changed: true } : refuse('conflict', superseded);
  }
  if (state === 'waiting') {
    // Not tried yet, or its first try was cut off: the next round sends it.
    if (row.trouble === null) return { purpose, changed: false };
    await trx.updateTable('account_letters').set({ due_at: now }).where('letter_id', '=', letterId).execute();
    return { purpose, changed: true };
  }
  await trx
    .updateTable('account_letters')
    .set({
      state: 'waiting',
      trouble: null,
      ended_at: null,
      waiting_since: now,
      due_at: now,
    })
    .where('letter_id', '=', letterId)
    .execute();
  await trx.updateTable('account_links').set({ expires_at: null }).where('letter_id', '=', letterId).execute();
  return { purpose, changed: true };
}

/** A copy with its own Message-ID; mail servers would discard a known Message-ID as a duplicate. */
function copyOf({ purpose, account_id, to_address, to_name, facts }: LetterRow): NewLetter {
  // The facts were written for the same purpose.
  return { purpose, accountId: account_id, to: to_address, name: to_name, facts } as NewLetter;
}

async function wasSentOften(trx: Kysely<Database>, { account_id, purpose }: LetterRow, now: Date): Promise<boolean> {
  const { written } = await trx
    .selectFrom('account_letters')
    .select(({ fn }) => fn.countAll<number>().as('written'))
    .where('account_id', '=', account_id)
    .where('purpose', '=', purpose)
    .where('written_at', '>', new Date(now.getTime() - 3_600_000).toISOString())
    .executeTakeFirstOrThrow();
  return written >= anewPerHour;
}
