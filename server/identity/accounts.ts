import { type Kysely, sql } from 'kysely';
import type { LoginRole } from '../../src/contracts/access.ts';
import type { Tenant } from '../../src/contracts/session.ts';
import type { Database } from '../db/schema.ts';
import { hashPassword } from './passwords.ts';

/** Adds a tenant unless it is there. */
export async function ensureTenant(db: Kysely<Database>, tenant: Tenant): Promise<void> {
  await db
    .insertInto('tenants')
    .values({
      tenant_id: tenant.tenantId,
      name: tenant.name,
      place: tenant.place,
      region: tenant.region,
      currency: tenant.currency,
      time_zone: tenant.timeZone,
    })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .execute();
}

/** A new account with its tenants; the e-mail address must be free (unique by its lower-case form). */
export interface NewAccount {
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly role: LoginRole;
  readonly tenantId: string;
  /** Other tenants it belongs to. */
  readonly alsoIn?: readonly string[];
  /** Null for one who signs in only through a provider. */
  readonly password: string | null;
}

export async function addAccount(db: Kysely<Database>, account: NewAccount, options: { now: Date; passwordCost: number }): Promise<void> {
  const password = account.password === null ? null : await hashPassword(account.password, options.passwordCost);
  await db
    .insertInto('accounts')
    .values({
      account_id: account.accountId,
      email: account.email,
      email_key: emailKey(account.email),
      name: account.name,
      role: account.role,
      status: 'active',
      tenant_id: account.tenantId,
      password,
      created_at: options.now,
    })
    .execute();
  await db
    .insertInto('memberships')
    .values([account.tenantId, ...(account.alsoIn ?? [])].map((tenantId) => ({ account_id: account.accountId, tenant_id: tenantId })))
    .execute();
}

/** The form in which e-mail addresses are compared. Of one that no database holds it is nobody's: what is typed at a door is looked up, whatever it is. */
export function emailKey(email: string): string {
  return email
    .replace(/[\0\p{Surrogate}]/gu, '\ufffd')
    .trim()
    .normalize('NFKC')
    .toLowerCase();
}

/** Two who want one address at once, two tenants' administrators or somebody with a new address of his own: one after the other from here on. */
export function lockAddresses(trx: Kysely<Database>): Promise<unknown> {
  return sql`select pg_advisory_xact_lock(hashtextextended('accounts:email', 0))`.execute(trx);
}

/** Whom a letter about an account goes to: its owner, at the address that the account has now. */
export function ownerOf(account: { readonly account_id: string; readonly email: string; readonly name: string }): {
  readonly accountId: string;
  readonly to: string;
  readonly name: string;
} {
  return { accountId: account.account_id, to: account.email, name: account.name };
}
