import { randomUUID } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Whole } from '../../src/contracts/whole.ts';
import type { z } from '../../src/contracts/zod.ts';
import type { AdminUser, AdminUsersPage } from '../../src/contracts/adminUser.ts';
import type { adminUsersQuerySchema, createUserSchema, UserChange, UserSort } from '../../src/contracts/adminUserRequests.ts';
import type { Database } from '../db/schema.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import { emailKey, lockAddresses } from '../identity/accounts.ts';
import { readLetters } from '../letters/standings.ts';
import { isNobodysYet, readPendingAddresses } from './userAddresses.ts';
import type { Writing } from './writing.ts';

/**
 * Accounts as administrators manage them (D-18, D-19). A tenant's administrators see and change the accounts whose home tenant it is.
 * Accounts that only work there too are managed by their home tenant, since a role applies everywhere.
 */

const columns = ['account_id', 'email', 'name', 'role', 'status', 'last_login_at', 'created_at', 'version'] as const;
type Row = Pick<Selectable<Database['accounts']>, (typeof columns)[number]>;
type Reading = Pick<Writing, 'trx' | 'tenantId'>;

/** Default page size (identity document, section 9). */
const pageSize = 10;

/** The acting administrator; needed because administrators may not lock themselves out. */
export interface Administrator {
  readonly accountId: string;
}

/** An account without its letters and links. */
export type BareUser = Omit<Whole<AdminUser>, 'letters' | 'pendingEmail'>;

/** A stored account as administrators see it, without password and tenants; letters and pending address are read separately. */
export function toAdminUser(row: Row): BareUser {
  const { account_id: id, email, name, role, status, last_login_at, created_at, version } = row;
  return { id, email, name, role, status, last_login_at, created_at, version };
}

/** Sort expressions. Names and addresses ignore case; accounts that never signed in come last, or first in reverse order. */
const orders: Readonly<Record<UserSort, string>> = {
  name: 'lower(name)',
  email: 'email_key',
  role: 'role',
  status: 'status',
  last_login_at: "coalesce(last_login_at, timestamptz '0001-01-01T00:00:00Z')",
  created_at: 'created_at',
};

/** Adds an account's newest letters and its unconfirmed address; lists of all accounts omit them. */
async function withLetters(trx: Kysely<Database>, rows: readonly Row[], now: Date): Promise<Whole<AdminUser>[]> {
  const ids = rows.map(({ account_id }) => account_id);
  const letters = await readLetters(trx, ids);
  const pending = await readPendingAddresses(trx, ids, now);
  return rows.map((row) => ({
    ...toAdminUser(row),
    pendingEmail: pending.get(row.account_id) ?? null,
    letters: [...(letters.get(row.account_id) ?? [])],
  }));
}

/** One page of the tenant's accounts. */
export async function readUsers(
  { trx, tenantId }: Reading,
  query: z.output<typeof adminUsersQuerySchema>,
  now: Date,
): Promise<AdminUsersPage> {
  const { limit = pageSize, offset = 0, search = '', role, status, sort = 'name', order = 'asc' } = query;
  let found = trx.selectFrom('accounts').where('tenant_id', '=', tenantId);
  if (role !== undefined) found = found.where('role', '=', role);
  if (status !== undefined) found = found.where('status', '=', status);
  for (const word of search.trim().split(/\s+/)) {
    if (word === '') continue;
    // Search text is literal, not a pattern.
    const pattern = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;
    found = found.where(({ or, eb }) => or([eb('name', 'ilike', pattern), eb('email', 'ilike', pattern)]));
  }
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .select(columns)
    .orderBy(sql.raw(orders[sort]), order)
    .orderBy('account_id', order)
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    users: await withLetters(trx, rows, now),
    pagination: { page: Math.floor(offset / limit) + 1, limit, total, totalPages: Math.ceil(total / limit) },
  };
}

/** Up to `most` accounts of the tenant after this one, ordered by id. */
export async function readUsersAfter({ trx, tenantId }: Reading, after: string | undefined, most: number): Promise<BareUser[]> {
  const rows = await trx
    .selectFrom('accounts')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .$if(after !== undefined, (all) => all.where('account_id', '>', after ?? ''))
    .orderBy('account_id')
    .limit(most)
    .execute();
  return rows.map(toAdminUser);
}

/** One account of the tenant; null if there is none with that id. */
export async function readUser({ trx, tenantId }: Reading, id: string, now: Date): Promise<Whole<AdminUser> | null> {
  const row = await trx
    .selectFrom('accounts')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : ((await withLetters(trx, [row], now))[0] ?? null);
}

/** An address belongs to one account on the whole platform, since people sign in by it. */
async function isTaken(trx: Kysely<Database>, email: string, except: string | null): Promise<boolean> {
  let taken = trx.selectFrom('accounts').select('account_id').where('email_key', '=', emailKey(email));
  if (except !== null) taken = taken.where('account_id', '!=', except);
  return (await taken.executeTakeFirst()) !== undefined;
}

const taken = (): Refusal => ({
  ...refuse('conflict', 'This email is already in use'),
  fields: [{ field: 'email', code: 'taken' }],
});

/** Creates an account without a password: its owner sets one by a password reset link, or signs in through a provider. */
export async function createUser(
  { trx, tenantId }: Writing,
  wanted: z.output<typeof createUserSchema>,
  at: Date,
): Promise<BareUser | Refusal> {
  await lockAddresses(trx);
  if (await isTaken(trx, wanted.email, null)) return taken();
  const row = await trx
    .insertInto('accounts')
    .values({
      account_id: `usr-${randomUUID()}`,
      email: wanted.email,
      email_key: emailKey(wanted.email),
      name: wanted.name,
      role: wanted.role,
      status: wanted.status ?? 'active',
      tenant_id: tenantId,
      password: null,
      created_at: at,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  await trx.insertInto('memberships').values({ account_id: row.account_id, tenant_id: tenantId }).execute();
  return toAdminUser(row);
}

/** The result of a change, for the record and for notifications. */
export interface Changed {
  /** False if the request changed nothing. */
  readonly differs: boolean;
  readonly before: BareUser;
  readonly user: BareUser;
  /** The new address that still has to be confirmed; null if none was requested. */
  readonly asked: string | null;
  /** True if a pending address was cancelled by naming the current one. */
  readonly withdrawn: boolean;
}

/**
 * Changes only the named fields. `version` is the version that the decision was based on; null applies to any version. The caller holds
 * the tenant's lock, so two requests that demote the last two administrators are judged one after the other.
 */
export async function changeUser(
  { trx, tenantId, emit, correlationId, now }: Writing,
  by: Administrator,
  id: string,
  version: number | null,
  change: UserChange,
): Promise<Changed | Refusal> {
  // The owner can change the row without the tenant's lock (identity/profileRoutes.ts, addressChange.ts), so lock it from reading to
  // writing.
  await trx
    .selectFrom('accounts')
    .select('account_id')
    .where('account_id', '=', id)
    .where('tenant_id', '=', tenantId)
    .forNoKeyUpdate()
    .execute();
  // A separate statement after the lock, so that it sees the changes of transactions it waited for.
  const before = await readUser({ trx, tenantId }, id, now);
  if (before === null) return refuse('not_found');
  if (version !== null && version !== before.version)
    return { ...refuse('conflict', 'This user was changed by somebody else'), drifted: [{ id, reason: 'changed' }] };
  const address = change.email === undefined || change.email === before.email ? null : change.email;
  // For an unused account the address is corrected at once, without asking the owner of the mistyped mailbox.
  const corrects = address !== null && (await isNobodysYet(trx, id));
  const asked = corrects ? null : address;
  const withdrawn = change.email === before.email && before.pendingEmail !== null;
  const wanted = {
    name: change.name ?? before.name,
    email: corrects ? address : before.email,
    role: change.role ?? before.role,
    status: change.status ?? before.status,
  };
  if (asked === null && !withdrawn && (['name', 'email', 'role', 'status'] as const).every((field) => wanted[field] === before[field]))
    return { differs: false, before, user: before, asked, withdrawn };
  const goes = wanted.status !== 'active' && before.status === 'active';
  if (goes && id === by.accountId) return refuse('conflict', 'You cannot deactivate your own account');
  if (
    before.status === 'active' &&
    before.role === 'admin' &&
    (goes || wanted.role !== 'admin') &&
    !(await hasOtherAdmin(trx, tenantId, id))
  )
    return refuse('conflict', 'The last active administrator cannot be deactivated or demoted');
  if (address !== null) {
    await lockAddresses(trx);
    if (await isTaken(trx, address, id)) return taken();
    // A confirmation link of an inactive account would not work.
    if (asked !== null && wanted.status !== 'active')
      return refuse('conflict', 'Activate the account first: only an active user can confirm a new address');
  }
  const row = await trx
    .updateTable('accounts')
    .set({ name: wanted.name, email: wanted.email, email_key: emailKey(wanted.email), role: wanted.role, status: wanted.status })
    .where('account_id', '=', id)
    .where('tenant_id', '=', tenantId)
    .returning(columns)
    .executeTakeFirstOrThrow();
  const user = toAdminUser(row);
  // The person's open consoles get the event within a second; others notice at their next call (D-19).
  const news = goes ? 'system.revoked' : wanted.role !== before.role ? 'system.role_changed' : null;
  if (news !== null) emit({ type: news, resourceId: id, version: user.version, data: { userId: id }, correlationId });
  return { differs: true, before, user, asked, withdrawn };
}

async function hasOtherAdmin(trx: Kysely<Database>, tenantId: string, id: string): Promise<boolean> {
  const other = await trx
    .selectFrom('accounts')
    .select('account_id')
    .where('tenant_id', '=', tenantId)
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('account_id', '!=', id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}
