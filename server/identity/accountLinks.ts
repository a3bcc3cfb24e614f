import { randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { hashToken } from './sessions.ts';

/** How long a link holds (D-22). */
export const linkHoldsMs = 30 * 60_000;
/** Letters that one account is sent in an hour; further wishes are answered alike and nothing is sent. */
const lettersPerHour = 5;

type Kind = 'reset' | 'email';

/** The line (writeQueue.ts) of who uses a link: of ten at once one gets it. Whose it is, and so which tenant's, is known only then. */
export function linkLine(token: string): string {
  return `link ${hashToken(token)}`;
}

/**
 * Makes a link's secret and keeps its hash. Links given out before stay good: a stranger who asks again and again takes nothing away from the owner, who
 * may have the first letter open. `accountId` null writes a decoy, so that an unknown address costs the database the same.
 */
export async function issueLink(
  trx: Kysely<Database>,
  link: { readonly kind: Kind; readonly accountId: string | null; readonly email?: string },
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await trx
    .insertInto('account_links')
    .values({
      token_hash: hashToken(token),
      kind: link.kind,
      account_id: link.accountId,
      email: link.email ?? null,
      created_at: now,
      expires_at: new Date(now.getTime() + linkHoldsMs),
    })
    .execute();
  return token;
}

/**
 * Whether an account may be sent another letter of a kind: nobody's mailbox is flooded through us. To be asked in the transaction that then issues the link:
 * who asks for the same account meanwhile waits for its end, or wishes that come together would each be counted before any was written.
 */
export async function maySendLetter(trx: Transaction<Database>, kind: Kind, accountId: string | null, now: Date): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`letters:${kind}:${accountId ?? ''}`}, 0))`.execute(trx);
  const { sent } = await trx
    .selectFrom('account_links')
    .select((row) => row.fn.countAll<string | number>().as('sent'))
    .where('kind', '=', kind)
    .where('account_id', 'is not distinct from', accountId)
    .where('created_at', '>', new Date(now.getTime() - 3_600_000).toISOString())
    .executeTakeFirstOrThrow();
  return Number(sent) < lettersPerHour;
}

/** Whose link this is, as long as it holds; looks without using it up. */
export async function holderOfLink(db: Kysely<Database>, kind: Kind, token: string, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('account_links')
    .select('account_id')
    .where('token_hash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return row?.account_id ?? null;
}

/** Uses a link up; null where it was never given out, has expired, or was used: of two at once one gets it. */
export async function useLink(
  trx: Kysely<Database>,
  kind: Kind,
  token: string,
  now: Date,
): Promise<{ readonly accountId: string; readonly email: string | null } | null> {
  const row = await trx
    .updateTable('account_links')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning(['account_id', 'email'])
    .executeTakeFirst();
  return row?.account_id === undefined || row.account_id === null ? null : { accountId: row.account_id, email: row.email };
}

/** Takes back every link of an account that still holds: after a change of the password, or of the address. */
export async function takeBackLinks(trx: Kysely<Database>, accountId: string, now: Date, kind?: Kind): Promise<void> {
  let update = trx.updateTable('account_links').set({ used_at: now }).where('account_id', '=', accountId).where('used_at', 'is', null);
  if (kind !== undefined) update = update.where('kind', '=', kind);
  await update.execute();
}
