import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';

/**
 * What a password alone does not do at sign-in: nothing more is asked (`none`); a code of the account's authenticator app, or a passkey (`code`); a passkey, since its tenant asks for a second factor and
 * it is the account's only one (`passkey`); or the account has none, and sets one up first (`enrol`).
 */
export type SecondStep = 'none' | 'code' | 'passkey' | 'enrol';

/** Which it is for this account. @param passkeysHere whether a passkey can be used at this platform's address */
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

/** Whether a tenant that the account belongs to asks for a second factor of whoever has its role. */
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

/** Whether the account has a passkey. */
export async function hasPasskey(db: Kysely<Database>, accountId: string): Promise<boolean> {
  const row = await db.selectFrom('passkeys').select('passkey_id').where('account_id', '=', accountId).executeTakeFirst();
  return row !== undefined;
}
