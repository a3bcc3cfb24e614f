import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

/**
 * The letter that is due for longest of those that wait and that nobody has in hand, held: rows that others look at are passed over. Which of them, and what of it, is the caller's
 * to add.
 * @param at until when claims of others have run out, ISO 8601
 */
export const nextFree = (trx: Kysely<Database>, at: string) =>
  trx
    .selectFrom('account_letters')
    .where('state', '=', 'waiting')
    .where(({ or, eb }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', at)]))
    .orderBy('due_at')
    .orderBy('place')
    .limit(1)
    .forUpdate()
    .skipLocked();
