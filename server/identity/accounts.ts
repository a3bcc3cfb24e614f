import { type Kysely, sql } from 'kysely';
import type { LoginRole } from '../../src/contracts/access.ts';
import type { Tenant } from '../../src/contracts/session.ts';
import type { Database } from '../db/schema.ts';
import { hashPassword } from './passwords/passwords.ts';

/** Adds a tenant if it does not exist. */
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

/** A new account with its tenants. The e-mail address must be free (unique by `emailKey`). */
export interface NewAccount {
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly role: LoginRole;
  readonly tenantId: string;
  /** Other tenants that the account belongs to. */
  readonly alsoIn?: readonly string[];
  /** Null for an account that signs in only through a provider. */
  readonly password: string | null;
}

/**
 * Adds an active account with its memberships; hashes the password at `passwordCost`.
 * @throws if the address or the id is taken, or a tenant is missing
 */
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

/**
 * Form in which e-mail addresses are compared (NFKC, lower case). NUL and lone surrogates, which PostgreSQL cannot store, are replaced,
 * so that any typed input can be looked up.
 */
export function emailKey(email: string): string {
  return email
    .replace(/[\0\p{Surrogate}]/gu, '\ufffd')
    .trim()
    .normalize('NFKC')
    .toLowerCase();
}

/** Serializes transactions that give an account a new address, in any tenant, so that an address cannot be taken twice. */
export function lockAddresses(trx: Kysely<Database>): Promise<unknown> {
  return sql`select pg_advisory_xact_lock(hashtextextended('accounts:email', 0))`.execute(trx);
}

/** Recipient of a letter about an account: its owner, at its current address. */
export function ownerOf(account: { readonly account_id: string; readonly email: string; readonly name: string }): {
  readonly accountId: string;
  readonly to: string;
  readonly name: string;
} {
  return { accountId: account.account_id, to: account.email, name: account.name };
}
