import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { PasskeyChallengeTable } from '../../db/tables/passkeys.ts';

/** Lifetime of a challenge, milliseconds: enough time to fetch a phone. */
export const challengeTtlMs = 5 * 60_000;

type Purpose = PasskeyChallengeTable['purpose'];

/** Issues a challenge for this holder and voids the previous one. 256 random bits, base64url. */
export async function issueChallenge(db: Kysely<Database>, purpose: Purpose, holder: string, now: Date): Promise<string> {
  const fresh = { challenge: randomBytes(32).toString('base64url'), expires_at: new Date(now.getTime() + challengeTtlMs) };
  await db
    .insertInto('passkey_challenges')
    .values({ purpose, holder, ...fresh })
    .onConflict((conflict) => conflict.columns(['purpose', 'holder']).doUpdateSet(fresh))
    .execute();
  return fresh.challenge;
}

/** Uses up the holder's challenge and returns when it was issued; null if there is none or it has expired. */
export async function takeIssued(db: Kysely<Database>, purpose: Purpose, holder: string, now: Date): Promise<Date | null> {
  const row = await take(db, purpose, holder);
  const expires = row === undefined ? 0 : Date.parse(row.expires_at);
  return expires <= now.getTime() ? null : new Date(expires - challengeTtlMs);
}

/** Uses up the holder's challenge and returns it, so that each allows only one try. Null if there is none or it has expired. */
export async function takeChallenge(db: Kysely<Database>, purpose: Purpose, holder: string, now: Date): Promise<string | null> {
  const row = await take(db, purpose, holder);
  return row === undefined || Date.parse(row.expires_at) <= now.getTime() ? null : row.challenge;
}

/** Deletes all challenges of this holder; a proof made before them no longer counts. */
export async function voidChallenges(trx: Kysely<Database>, holder: string): Promise<void> {
  await trx.deleteFrom('passkey_challenges').where('holder', '=', holder).execute();
}

function take(db: Kysely<Database>, purpose: Purpose, holder: string) {
  return db
    .deleteFrom('passkey_challenges')
    .where('purpose', '=', purpose)
    .where('holder', '=', holder)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst();
}
