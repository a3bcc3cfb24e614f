import type { Kysely } from 'kysely';
import type { LetterTrouble } from '../../src/contracts/userLetter.ts';
import type { Database } from '../db/schema.ts';
import { emailKey } from '../identity/accounts.ts';
import { hasLink, isForActive, type LetterRow } from './letter.ts';

/** Whether a letter may be sent now, and to which address. */
export type Verdict =
  | { readonly may: false; readonly trouble: Extract<LetterTrouble, 'inactive' | 'superseded'> }
  | {
      readonly may: true;
      readonly to: string;
      /** For an address confirmation: the address belongs to another account by now. */
      readonly taken: boolean;
    };

/**
 * Judges a letter by the current state, since hours may pass between writing and sending: the account may have been deactivated, or its
 * password or address changed. A warning goes to the address it was written for, whatever the account's state.
 */
export async function judgeLetter(trx: Kysely<Database>, letter: LetterRow): Promise<Verdict> {
  const account = await trx
    .selectFrom('accounts')
    .select(['email', 'status'])
    .where('account_id', '=', letter.account_id)
    .executeTakeFirstOrThrow();
  if (isForActive(letter.purpose) && account.status !== 'active') return { may: false, trouble: 'inactive' };
  if (hasLink(letter.purpose)) {
    const link = await trx.selectFrom('account_links').select('used_at').where('letter_id', '=', letter.letter_id).executeTakeFirst();
    if (link === undefined || link.used_at !== null) return { may: false, trouble: 'superseded' };
  }
  const to = letter.to_address ?? account.email;
  return { may: true, to, taken: letter.purpose === 'email_confirm' && (await isAnothers(trx, to, letter.account_id)) };
}

async function isAnothers(trx: Kysely<Database>, email: string, accountId: string): Promise<boolean> {
  const owner = await trx
    .selectFrom('accounts')
    .select('account_id')
    .where('email_key', '=', emailKey(email))
    .where('account_id', '!=', accountId)
    .executeTakeFirst();
  return owner !== undefined;
}
