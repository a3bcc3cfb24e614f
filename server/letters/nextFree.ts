import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

/**
 * Query for the waiting, unclaimed letter that has been due longest, with a row lock; rows locked by others are skipped. The caller adds
 * columns and conditions.
 * @param at claims that ended at or before this time have run out, ISO 8601
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
