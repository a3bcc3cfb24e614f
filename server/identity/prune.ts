import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

const dayMs = 86_400_000;
/** Ended sessions are kept for their owner to look back on; the audit record keeps the fact for good. */
const sessionsKeptMs = 30 * dayMs;

/** Removes what nobody needs any more: counts of old tries, links that no longer hold, used tokens and challenges that have expired, sessions that ended long ago. */
export async function pruneIdentity(db: Kysely<Database>, now: Date): Promise<void> {
  const before = (ageMs: number): string => new Date(now.getTime() - ageMs).toISOString();
  await db.deleteFrom('sign_in_attempts').where('last_at', '<', before(dayMs)).execute();
  await db.deleteFrom('used_id_tokens').where('expires_at', '<', before(0)).execute();
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', before(0)).execute();
  // Kept for the hour over which letters are counted.
  await db
    .deleteFrom('account_links')
    .where('expires_at', '<', before(dayMs / 24))
    .execute();
  await db.deleteFrom('sessions').where('ended_at', '<', before(sessionsKeptMs)).execute();
}
