import { domainToASCII } from 'node:url';
import type { Kysely } from 'kysely';
import type { LinkRefusal } from '../../src/contracts/adminAccess.ts';
import { recordLine } from '../audit/audit.ts';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { emailKey } from './accounts.ts';

/** Somebody as a provider of somebody else's names them in an ID token that it has signed for this sign-in. */
export interface Vouched {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  /** The `email_verified` claim: only `true` itself counts. */
  readonly emailVerified: boolean;
}

/** Whose account it is; or whose it may be and why it is not linked, where the address is one of ours. */
export type Linked =
  | { readonly accountId: string }
  | {
      readonly accountId: null;
      readonly refused: { readonly accountId: string; readonly tenantId: string; readonly why: LinkRefusal } | null;
    };

/** The domain of an address as it is compared: in ASCII and small letters; null where it has none. */
export function domainOf(email: string): string | null {
  const at = email.lastIndexOf('@');
  const domain = at === -1 ? '' : domainToASCII(email.slice(at + 1)).toLowerCase();
  return domain === '' ? null : domain;
}

/**
 * The account of somebody whom the provider vouches for (D-20, G-24). An account that an administrator has made is linked at its first sign-in there, once and for good: where the provider has
 * verified the address, the address is exactly the account's, and its domain is one that the account's tenant has named as its provider's to vouch for (`npm run tenant`). From then on issuer and
 * subject alone say who it is, whatever the address becomes. An account is never taken from one subject and given to another: an administrator unlinks it first.
 */
export async function accountOf(
  { db, database, clock, audit }: Pick<Platform, 'db' | 'database' | 'clock' | 'audit'>,
  { issuer, subject, email, emailVerified }: Vouched,
): Promise<Linked> {
  const linked = await db
    .selectFrom('federated_identities')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (linked !== undefined) return { accountId: linked.account_id };
  if (email === null) return { accountId: null, refused: null };
  const found = await db
    .selectFrom('accounts')
    .select(['account_id', 'tenant_id'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  if (found === undefined) return { accountId: null, refused: null };

  const { account_id: accountId, tenant_id: tenantId } = found;
  const now = clock.now();
  return database.write(recordLine(tenantId), async (trx): Promise<Linked> => {
    // Held, so that what is judged is what is linked: a change of the address, its end, another link.
    const account = await trx.selectFrom('accounts').selectAll().where('account_id', '=', accountId).forUpdate().executeTakeFirst();
    if (account === undefined || account.email_key !== emailKey(email)) return { accountId: null, refused: null };
    const why = await whyNot(trx, { tenantId, accountId, email, emailVerified, issuer, active: account.status === 'active' });
    if (why !== null) {
      const row = { at: now, why };
      await trx
        .insertInto('federated_refusals')
        .values({ account_id: accountId, ...row })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
        .execute();
      return { accountId: null, refused: { accountId, tenantId, why } };
    }
    const made = await trx
      .insertInto('federated_identities')
      .values({ issuer, subject, account_id: accountId, linked_at: now, linked_by: 'address' })
      .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
      .executeTakeFirst();
    // Another sign-in of the same person was first, in this very moment.
    if (made.numInsertedOrUpdatedRows !== 1n) return { accountId };
    await trx.deleteFrom('federated_refusals').where('account_id', '=', accountId).execute();
    await audit.record(trx, {
      tenantId,
      actor: { id: accountId, name: account.name },
      action: 'account.link',
      target: accountId,
      outcome: 'done',
      correlationId: 'sign-in',
      ip: null,
      details: { issuer, by: 'address' },
    });
    return { accountId };
  });
}

async function whyNot(
  trx: Kysely<Database>,
  asked: {
    readonly tenantId: string;
    readonly accountId: string;
    readonly email: string;
    readonly emailVerified: boolean;
    readonly issuer: string;
    readonly active: boolean;
  },
): Promise<LinkRefusal | null> {
  if (!asked.active) return 'not_active';
  if (!asked.emailVerified) return 'email_not_verified';
  const named = await trx
    .selectFrom('tenant_domains')
    .select('domain')
    .where('tenant_id', '=', asked.tenantId)
    .where('domain', '=', domainOf(asked.email) ?? '')
    .executeTakeFirst();
  if (named === undefined) return 'domain_not_named';
  const other = await trx
    .selectFrom('federated_identities')
    .select('subject')
    .where('account_id', '=', asked.accountId)
    .where('issuer', '=', asked.issuer)
    .executeTakeFirst();
  return other === undefined ? null : 'another_subject';
}
