import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { PasskeyChallengeTable } from '../../db/tables/passkeys.ts';

/** How long an answer may take, milliseconds: somebody looks for a phone. */
export const challengeTtlMs = 5 * 60_000;

type Purpose = PasskeyChallengeTable['purpose'];

/** A new challenge for this holder; the one before is void. 256 random bits, base64url. */
export async function issueChallenge(db: Kysely<Database>, purpose: Purpose, holder: string, now: Date): Promise<string> {
  const fresh = { challenge: randomBytes(32).toString('base64url'), expires_at: new Date(now.getTime() + challengeTtlMs) };
  await db
    .insertInto('passkey_challenges')
    .values({ purpose, holder, ...fresh })
    .onConflict((conflict) => conflict.columns(['purpose', 'holder']).doUpdateSet(fresh))
    .execute();
  return fresh.challenge;
}

/** When this holder was given the challenge that is out, which is taken away; null where there is none or its time is over. */
export async function takeIssued(db: Kysely<Database>, purpose: Purpose, holder: string, now: Date): Promise<Date | null> {
  const row = await take(db, purpose, holder);
  const expires = row === undefined ? 0 : Date.parse(row.expires_at);
  return expires <= now.getTime() ? null : new Date(expires - challengeTtlMs);
}

/** The challenge that this holder was given, once: whatever becomes of the answer, a second one finds none. Null where there is none or its time is over. */
export async function takeChallenge(db: Kysely<Database>, purpose: Purpose, holder: string, now: Date): Promise<string | null> {
  const row = await take(db, purpose, holder);
  return row === undefined || Date.parse(row.expires_at) <= now.getTime() ? null : row.challenge;
}

/** Takes away whatever this holder was asked: what was proved for it counts no more. */
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
