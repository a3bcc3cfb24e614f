import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';

/**
 * What sign-in needs after the password. `none`; `code`: a code of the authenticator app, or a passkey; `passkey`: the tenant requires a
 * second factor and a passkey is the account's only one; `enrol`: one is required and the account must set one up first.
 */
export type SecondStep = 'none' | 'code' | 'passkey' | 'enrol';

/** The second step for this account. @param passkeysHere whether passkeys work at this platform's address */
export async function secondStepOf(db: Kysely<Database>, accountId: string, passkeysHere: boolean): Promise<SecondStep> {
  const totp = await db
    .selectFrom('totp_secrets')
    .select('state')
    .where('account_id', '=', accountId)
    .where('state', '=', 'held')
    .executeTakeFirst();
  if (totp !== undefined) return 'code';
  if (!(await mustHaveSecond(db, accountId))) return 'none';
  return passkeysHere && (await hasPasskey(db, accountId)) ? 'passkey' : 'enrol';
}

/** True if a tenant of the account requires a second factor for its role. */
export async function mustHaveSecond(db: Kysely<Database>, accountId: string): Promise<boolean> {
  const asked = await db
    .selectFrom('accounts')
    .innerJoin('memberships', 'memberships.account_id', 'accounts.account_id')
    .innerJoin('second_factor_roles', (join) =>
      join.onRef('second_factor_roles.tenant_id', '=', 'memberships.tenant_id').onRef('second_factor_roles.role', '=', 'accounts.role'),
    )
    .select('accounts.account_id')
    .where('accounts.account_id', '=', accountId)
    .executeTakeFirst();
  return asked !== undefined;
}

/** True if the account has a passkey. */
export async function hasPasskey(db: Kysely<Database>, accountId: string): Promise<boolean> {
  const row = await db.selectFrom('passkeys').select('passkey_id').where('account_id', '=', accountId).executeTakeFirst();
  return row !== undefined;
}
