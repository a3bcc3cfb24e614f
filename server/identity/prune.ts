import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { Database } from '../db/schema.ts';
import { offerHoldsMs } from './factors/totpSecrets.ts';
import { triesKeptMs } from './judgeTry.ts';

const dayMs = 86_400_000;
/** Ended sessions are kept for their owner to look back on; the audit record keeps the fact for good. */
const sessionsKeptMs = 30 * dayMs;
/** So long an administrator sees what became of a letter. */
const lettersKeptMs = 30 * dayMs;

/** Removes what nobody needs any more: counts of old tries, links that no longer hold, letters that were sent or given up long ago, used tokens and challenges that have expired, sessions that ended long ago. */
export async function pruneIdentity(db: Kysely<Database>, now: Date): Promise<void> {
  const before = (ageMs: number): string => new Date(now.getTime() - ageMs).toISOString();
  await db.deleteFrom('sign_in_attempts').where('last_at', '<', before(triesKeptMs)).execute();
  // Until nobody could be told twice within a day for want of it.
  await db
    .deleteFrom('account_guesses')
    .where('last_at', '<', before(2 * dayMs))
    .execute();
  await db.deleteFrom('used_id_tokens').where('expires_at', '<', before(0)).execute();
  await db.deleteFrom('totp_secrets').where('state', '=', 'offered').where('at', '<', before(offerHoldsMs)).execute();
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', before(0)).execute();
  // Kept for the hour over which letters are counted; with a letter that was given up for as long as that, since it may be sent again.
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
  // Its link would be taken away with a letter, and waited for where somebody holds it: such a letter goes at the next time.
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

/** Deletes links but those that somebody holds just now: who takes back an account's links may hold one and want the next, and we the other way round. */
async function deleteLinks(db: Kysely<Database>, which: (links: Links) => Links): Promise<void> {
  const free = which(db.selectFrom('account_links').select('token_hash')).forUpdate().skipLocked();
  await db.deleteFrom('account_links').where('token_hash', 'in', free).execute();
}
