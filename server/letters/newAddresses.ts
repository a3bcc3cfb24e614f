import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import { emailKey } from '../identity/accounts.ts';

const dayMs = 86_400_000;
/** New addresses that one account may name within a day. */
const addressesPerAccount = 5;
/** Letters to new addresses, of new accounts too, that a tenant may cause within a day: a hundred people can be taken in, each written to twice. */
const lettersPerTenant = 200;

/** Notes that whoever holds the account reads the mail of this address: they used a link that was sent there. */
export async function confirmAddress(trx: Kysely<Database>, accountId: string, email: string, now: Date): Promise<void> {
  await trx
    .insertInto('confirmed_addresses')
    .values({ account_id: accountId, email_key: emailKey(email), confirmed_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'email_key']).doNothing())
    .execute();
}

/** Whether they ever did. To any other address no letter carries what a person wrote (G-15): whoever names it could have the platform say anything to anybody. */
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
 * Whether a letter may go to an address that nobody has confirmed; null where it may. To be asked in the transaction that then writes the letter: who asks for the same tenant meanwhile
 * waits for its end.
 * @param asked `email` null where an account is welcomed: the tenant's measure is for those as well, its own is not
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
      `Your organisation has had ${lettersPerTenant} letters sent to new addresses within a day. Try again later`,
      untilFreeMs(written),
    );
  if (asked.email === null) return null;
  const { accountId, email } = asked;
  const own = written.filter((row) => row.purpose === 'email_confirm' && row.account_id === accountId);
  const named = new Set(own.map(({ to_address }) => emailKey(to_address ?? '')));
  if (named.has(emailKey(email)) || named.size < addressesPerAccount) return null;
  return refuse('rate_limited', `You have named ${addressesPerAccount} new addresses within a day. Try again later`, untilFreeMs(own));
}
