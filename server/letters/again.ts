import type { Kysely } from 'kysely';
import type { LetterPurpose, LetterState } from '../../src/contracts/userLetter.ts';
import type { Database } from '../db/schema.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import { judgeLetter } from './judge.ts';
import { hasLink, type LetterRow, type NewLetter } from './letter.ts';
import type { Letters } from './letters.ts';
import { refuseNewAddress } from './newAddresses.ts';
import { replaceLetter } from './replace.ts';

/** Letters of one kind that an account is sent anew in an hour. */
const anewPerHour = 5;

const inactive = 'The account is not active. Activate it first';
const superseded = 'The link in this letter counts no more. Its owner asks for a new one';
const oneLink = 'The link in this letter was sent and works once. Its owner asks for a new one';

/** What *Send again* did. */
interface Again {
  readonly purpose: LetterPurpose;
  /** False where the letter was on its way anyway. */
  readonly changed: boolean;
}

/**
 * Has a letter sent again. One that was given up waits anew, for its 24 hours, as the same letter with the same link; one that waits for another try is due now; one that was sent is
 * written anew, unless it carries a link: whoever lost that asks for another. One that was begun under a key for links which this instance has not is replaced by another letter: the
 * instance that has it may be gone, and under our key it would be the same letter with another link.
 * @param asked `seen`: the state in which whoever asks saw it, null where that is not told; a letter that was sent since went as it was wanted
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
  // In somebody's hand: it is on its way.
  if (state === 'waiting' && row.claimed_until !== null && Date.parse(row.claimed_until) > now.getTime())
    return { purpose, changed: false };
  if (hasLink(purpose) && !(await letters.canSend(row))) {
    if (await wasSentOften(trx, row, now)) return refuse('rate_limited', undefined, 3_600_000);
    return (await replaceLetter(trx, letters, { ...row, purpose }, now)) ? { purpose, changed: true } : refuse('conflict', superseded);
  }
  if (state === 'waiting') {
    // Not tried yet, or cut off in its first try: it goes out with the next round.
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

/** The same letter once more, with a Message-ID of its own: one that was seen before would be thrown away as a double. */
function copyOf({ purpose, account_id, to_address, to_name, facts }: LetterRow): NewLetter {
  // The facts were written under the same kind.
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
