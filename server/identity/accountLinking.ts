import { domainToASCII } from 'node:url';
import type { Kysely } from 'kysely';
import type { LinkRefusal } from '../../src/contracts/adminAccess.ts';
import { recordLine } from '../audit/audit.ts';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { confirmAddress } from '../letters/newAddresses.ts';
import { holderOfLink, useLink } from './accountLinks.ts';
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
 * The account of somebody whom the provider vouches for (D-20, G-24). An account that an administrator has made is linked at its first sign-in there, once and for good: by an invitation that was
 * mailed to its address and used here, whoever the provider says that it is; or where the provider has verified the address, the address is exactly the account's, and its domain is one that the
 * account's tenant has named as its provider's to vouch for (`npm run tenant`). From then on issuer and subject alone say who it is, whatever the address becomes. An account is never taken from one
 * subject and given to another: an administrator unlinks it first.
 * @param invitation the secret of an invitation's link; one that counts no more is as good as none
 */
export async function accountOf(platform: Parts, vouched: Vouched, invitation: string | null): Promise<Linked> {
  const { db, clock } = platform;
  const { issuer, subject, email } = vouched;
  const linked = await db
    .selectFrom('federated_identities')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (linked !== undefined) return { accountId: linked.account_id };
  const invited = invitation === null ? null : await holderOfLink(db, 'invite', invitation, clock.now());
  if (invited !== null && invitation !== null) return link(platform, vouched, { accountId: invited, invitation });
  if (email === null) return { accountId: null, refused: null };
  const found = await db.selectFrom('accounts').select('account_id').where('email_key', '=', emailKey(email)).executeTakeFirst();
  return found === undefined
    ? { accountId: null, refused: null }
    : link(platform, vouched, { accountId: found.account_id, invitation: null });
}

type Parts = Pick<Platform, 'db' | 'database' | 'clock' | 'audit'>;

/** Links an account to whoever has come, or says why not. */
async function link(
  { db, database, clock, audit }: Parts,
  { issuer, subject, email, emailVerified }: Vouched,
  { accountId, invitation }: { readonly accountId: string; readonly invitation: string | null },
): Promise<Linked> {
  const { tenant_id: tenantId } = await db
    .selectFrom('accounts')
    .select('tenant_id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const now = clock.now();
  return database.write(recordLine(tenantId), async (trx): Promise<Linked> => {
    // Held, so that what is judged is what is linked: a change of the address, its end, another link.
    const account = await trx.selectFrom('accounts').selectAll().where('account_id', '=', accountId).forUpdate().executeTakeFirst();
    if (account === undefined) return { accountId: null, refused: null };
    const byAddress = email !== null && account.email_key === emailKey(email);
    if (invitation === null && !byAddress) return { accountId: null, refused: null };
    const vouches = invitation !== null || (await whyNotBy(trx, { tenantId, email: account.email, emailVerified }));
    const why = account.status !== 'active' ? 'not_active' : vouches !== true ? vouches : await whyTaken(trx, { accountId, issuer });
    if (why !== null) {
      const row = { at: now, why };
      await trx
        .insertInto('federated_refusals')
        .values({ account_id: accountId, ...row })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
        .execute();
      return { accountId: null, refused: { accountId, tenantId, why } };
    }
    // Used up with what it does: of two that come with it at once, one.
    if (invitation !== null && (await useLink(trx, 'invite', invitation, now)) === null) return { accountId: null, refused: null };
    const by = invitation === null ? 'address' : 'invitation';
    const made = await trx
      .insertInto('federated_identities')
      .values({ issuer, subject, account_id: accountId, linked_at: now, linked_by: by })
      .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
      .executeTakeFirst();
    // Another sign-in of the same person was first, in this very moment: whose they are is that one's.
    if (made.numInsertedOrUpdatedRows !== 1n) {
      const { account_id: first } = await trx
        .selectFrom('federated_identities')
        .select('account_id')
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirstOrThrow();
      return { accountId: first };
    }
    await trx.deleteFrom('federated_refusals').where('account_id', '=', accountId).execute();
    if (invitation !== null) await confirmAddress(trx, accountId, account.email, now);
    await audit.record(trx, {
      tenantId,
      actor: { id: accountId, name: account.name },
      action: 'account.link',
      target: accountId,
      outcome: 'done',
      correlationId: 'sign-in',
      ip: null,
      details: { issuer, by },
    });
    return { accountId };
  });
}

/** Whether the provider may vouch for this address; else why not. */
async function whyNotBy(
  trx: Kysely<Database>,
  { tenantId, email, emailVerified }: { readonly tenantId: string; readonly email: string; readonly emailVerified: boolean },
): Promise<true | LinkRefusal> {
  if (!emailVerified) return 'email_not_verified';
  const named = await trx
    .selectFrom('tenant_domains')
    .select('domain')
    .where('tenant_id', '=', tenantId)
    .where('domain', '=', domainOf(email) ?? '')
    .executeTakeFirst();
  return named === undefined ? 'domain_not_named' : true;
}

/** Whether the account is linked to somebody there already. */
async function whyTaken(
  trx: Kysely<Database>,
  { accountId, issuer }: { readonly accountId: string; readonly issuer: string },
): Promise<LinkRefusal | null> {
  const other = await trx
    .selectFrom('federated_identities')
    .select('subject')
    .where('account_id', '=', accountId)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
  return other === undefined ? null : 'another_subject';
}
