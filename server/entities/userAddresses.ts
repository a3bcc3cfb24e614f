import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

/**
 * True if nobody has ever used this account: an administrator created it and its owner has not taken it up. Using a link sent to its
 * address counts as use, even without a sign-in and even if an administrator has reset the account since.
 */
export async function isNobodysYet(trx: Kysely<Database>, id: string): Promise<boolean> {
  const unused = await trx
    .selectFrom('accounts')
    .select('account_id')
    .where('account_id', '=', id)
    .where('password', 'is', null)
    .where('last_login_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('federated_identities').select('subject').whereRef('federated_identities.account_id', '=', 'accounts.account_id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('confirmed_addresses').select('email_key').whereRef('confirmed_addresses.account_id', '=', 'accounts.account_id'),
        ),
      ),
    )
    .executeTakeFirst();
  return unused !== undefined;
}

/** Addresses waiting for confirmation, by account; of several, the last one requested. */
export async function readPendingAddresses(trx: Kysely<Database>, ids: readonly string[], now: Date): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('account_links')
    .select(['account_id', 'email'])
    .where('account_id', 'in', [...ids])
    .where('kind', '=', 'email')
    .where('used_at', 'is', null)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now.toISOString())]))
    .orderBy('created_at')
    .execute();
  return new Map(rows.flatMap(({ account_id, email }) => (account_id === null || email === null ? [] : [[account_id, email] as const])));
}
