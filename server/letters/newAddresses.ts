import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import { emailKey } from '../identity/accounts.ts';

const dayMs = 86_400_000;
/** Maximum of new addresses that one account may name within a day. */
const addressesPerAccount = 5;
/**
 * Maximum of letters to new addresses, including those of new accounts, that a tenant may cause within a day: enough for a hundred new
 * people with two letters each.
 */
const lettersPerTenant = 200;

/** Records that the account's owner reads mail at this address: they used a link that was sent there. */
export async function confirmAddress(trx: Kysely<Database>, accountId: string, email: string, now: Date): Promise<void> {
  await trx
    .insertInto('confirmed_addresses')
    .values({ account_id: accountId, email_key: emailKey(email), confirmed_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'email_key']).doNothing())
    .execute();
}

/**
 * Whether the owner has confirmed this address. Letters to any other address contain no text that a person wrote (G-15); otherwise users
 * could make the platform send arbitrary text to anybody.
 */
export async function isConfirmed(db: Kysely<Database>, accountId: string, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('confirmed_addresses')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Refuses a letter to an unconfirmed address if a limit is reached; null if it may be sent. Call it in the transaction that writes the
 * letter: it takes a lock per tenant until that ends.
 * @param asked `email` null for the welcome of a new account: then only the tenant's limit applies
 */
export async function refuseNewAddress(
  trx: Kysely<Database>,
  {
    tenantId,
    ...asked
  }:
    | { readonly tenantId: string; readonly email: null }
    | { readonly tenantId: string; readonly accountId: string; readonly email: string },
  now: Date,
): Promise<Refusal | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`letters:new:${tenantId}`}, 0))`.execute(trx);
  const written = await trx
    .selectFrom('account_letters')
    .innerJoin('accounts', 'accounts.account_id', 'account_letters.account_id')
    .select(['account_letters.account_id', 'account_letters.to_address', 'account_letters.purpose', 'account_letters.written_at'])
    .where('accounts.tenant_id', '=', tenantId)
    .where('account_letters.purpose', 'in', ['email_confirm', 'welcome', 'invitation'])
    .where('account_letters.written_at', '>', new Date(now.getTime() - dayMs).toISOString())
    .orderBy('account_letters.written_at')
    .execute();
  const untilFreeMs = ([oldest]: readonly { readonly written_at: string }[]): number =>
    oldest === undefined ? dayMs : Math.max(1000, Date.parse(oldest.written_at) + dayMs - now.getTime());
  if (written.length >= lettersPerTenant)
    return refuse(
      'rate_limited',
      `Your organisation has had ${lettersPerTenant} emails sent to new addresses within a day. Try again later`,
      untilFreeMs(written),
    );
  if (asked.email === null) return null;
  const { accountId, email } = asked;
  const own = written.filter((row) => row.purpose === 'email_confirm' && row.account_id === accountId);
  const named = new Set(own.map(({ to_address }) => emailKey(to_address ?? '')));
  if (named.has(emailKey(email)) || named.size < addressesPerAccount) return null;
  return refuse('rate_limited', `You have requested ${addressesPerAccount} new addresses within a day. Try again later`, untilFreeMs(own));
}
