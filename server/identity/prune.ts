import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

const dayMs = 86_400_000;
/** Ended sessions are kept for their owner to look back on; the audit record keeps the fact for good. */
const sessionsKeptMs = 30 * dayMs;
/** So long an administrator sees what became of a letter. */
const lettersKeptMs = 30 * dayMs;

/** Removes what nobody needs any more: counts of old tries, links that no longer hold, letters that were sent or given up long ago, used tokens and challenges that have expired, sessions that ended long ago. */
export async function pruneIdentity(db: Kysely<Database>, now: Date): Promise<void> {
  const before = (ageMs: number): string => new Date(now.getTime() - ageMs).toISOString();
  await db.deleteFrom('sign_in_attempts').where('last_at', '<', before(dayMs)).execute();
  await db.deleteFrom('used_id_tokens').where('expires_at', '<', before(0)).execute();
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', before(0)).execute();
  // Kept for the hour over which letters are counted; with a letter that was given up for as long as that, since it may be sent again.
  await db
    .deleteFrom('account_links')
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
    )
    .execute();
  await db.deleteFrom('account_letters').where('ended_at', '<', before(lettersKeptMs)).execute();
  await db.deleteFrom('reset_wishes').where('wished_at', '<', before(dayMs)).execute();
  await db.deleteFrom('sessions').where('ended_at', '<', before(sessionsKeptMs)).execute();
}
