import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { Database } from '../db/schema.ts';
import { offerHoldsMs } from './factors/totpSecrets.ts';
import { triesKeptMs } from './guessing/judgeTry.ts';

const dayMs = 86_400_000;
/** How long ended sessions are kept for their owner to see, milliseconds; the audit record keeps the fact for good. */
const sessionsKeptMs = 30 * dayMs;
/** How long administrators can see the outcome of a letter, milliseconds. */
const lettersKeptMs = 30 * dayMs;

/**
 * Deletes obsolete rows: counts of old attempts, expired links, letters that ended long ago, used tokens, expired challenges and offers,
 * and sessions that ended long ago.
 */
export async function pruneIdentity(db: Kysely<Database>, now: Date): Promise<void> {
  const before = (ageMs: number): string => new Date(now.getTime() - ageMs).toISOString();
  await db.deleteFrom('sign_in_attempts').where('last_at', '<', before(triesKeptMs)).execute();
  // Kept longer than a day, so that an owner is not warned twice within one.
  await db
    .deleteFrom('account_guesses')
    .where('last_at', '<', before(2 * dayMs))
    .execute();
  await db.deleteFrom('used_id_tokens').where('expires_at', '<', before(0)).execute();
  await db.deleteFrom('totp_secrets').where('state', '=', 'offered').where('at', '<', before(offerHoldsMs)).execute();
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', before(0)).execute();
  // Kept for the hour over which letters are counted; links of given-up letters are kept as long as their letter, which may be sent again.
  await deleteLinks(db, (links) =>
    links
      .where('expires_at', '<', before(dayMs / 24))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('account_letters')
              .select('letter_id')
              .whereRef('account_letters.letter_id', '=', 'account_links.letter_id')
              .where('state', '=', 'given_up'),
          ),
        ),
      ),
  );
  const longAgo = before(lettersKeptMs);
  await deleteLinks(db, (links) =>
    links.where('letter_id', 'in', ({ selectFrom }) =>
      selectFrom('account_letters').select('letter_id').where('ended_at', '<', longAgo).$narrowType<{ letter_id: string }>(),
    ),
  );
  // Only letters without a link: deleting a letter also deletes its link and would wait for a lock on it. Letters whose link is locked are
  // deleted next time.
  await db
    .deleteFrom('account_letters')
    .where('ended_at', '<', longAgo)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('account_links').select('token_hash').whereRef('account_links.letter_id', '=', 'account_letters.letter_id'))),
    )
    .execute();
  await db.deleteFrom('reset_wishes').where('wished_at', '<', before(dayMs)).execute();
  await db.deleteFrom('sessions').where('ended_at', '<', before(sessionsKeptMs)).execute();
}

type Links = SelectQueryBuilder<Database, 'account_links', { token_hash: string }>;

/** Deletes links, skipping locked ones to avoid a deadlock with a transaction that revokes several links of an account. */
async function deleteLinks(db: Kysely<Database>, which: (links: Links) => Links): Promise<void> {
  const free = which(db.selectFrom('account_links').select('token_hash')).forUpdate().skipLocked();
  await db.deleteFrom('account_links').where('token_hash', 'in', free).execute();
}
