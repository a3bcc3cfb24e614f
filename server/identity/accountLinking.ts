import { domainToASCII } from 'node:url';
import type { Kysely } from 'kysely';
import type { LinkRefusal } from '../../src/contracts/adminAccess.ts';
import { recordLine } from '../audit/audit.ts';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { confirmAddress } from '../letters/newAddresses.ts';
import { holderOfLink, takeBackLinks, useLink } from './accountLinks.ts';
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
 * Whether two addresses are one, by whose owner somebody is linked for good: letters of A to Z are compared in small ones, the domain in ASCII, and nothing else is folded. By `emailKey`, which
 * decides whether an address is free, a mailbox of fullwidth letters or with the sign of a kelvin would be another person's.
 */
function isSameAddress(one: string, other: string): boolean {
  const local = (email: string) =>
    email
      .slice(0, email.lastIndexOf('@'))
      .normalize('NFC')
      .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const domain = domainOf(one);
  return domain !== null && domain === domainOf(other) && local(one) === local(other);
}

type Parts = Pick<Platform, 'db' | 'database' | 'clock' | 'audit'>;

/**
 * The account of somebody whom the provider vouches for (D-20, G-24). An account that an administrator has made is linked at its first sign-in there, once and for good: where the provider has
 * verified the address, the address is exactly the account's, and its domain is one that the account's tenant has named as its provider's to vouch for (`npm run tenant`); else by an invitation that
 * was mailed to its address and used here, whoever the provider says that it is. In this order: nobody is led away from an account of their own by an invitation that another had. From then on issuer
 * and subject alone say who it is, whatever the address becomes. An account is never taken from one subject and given to another: an administrator unlinks it first.
 *
 * Where nobody is linked it is only read, by one question whether the address has an account or none: how long it takes tells nobody, and a flood of refusals stands before no record (G-12).
 * @param invitation the secret of an invitation's link; one that counts no more is as good as none
 */
export async function accountOf(platform: Parts, vouched: Vouched, invitation: string | null): Promise<Linked> {
  const { db, clock } = platform;
  const { email } = vouched;
  const found = email === null ? undefined : await standings(db, vouched).where('email_key', '=', emailKey(email)).executeTakeFirst();
  // Asked after it: an account that is somebody's there may have come to be theirs in this very moment, by another sign-in.
  const linked = await linkedTo(db, vouched);
  if (linked !== undefined) return linked.status === 'active' ? { accountId: linked.account_id } : refusedAs(linked, 'not_active');
  const own = found !== undefined && email !== null && isSameAddress(found.email, email) ? found : null;
  const why = own === null ? null : whyNot(own, vouched, 'address');
  if (own !== null && why === null)
    return link(platform, vouched, { accountId: own.account_id, tenantId: own.tenant_id, invitation: null });
  const invited = invitation === null ? null : await holderOfLink(db, 'invite', invitation, clock.now());
  if (invited === null) return own === null || why === null ? { accountId: null, refused: null } : refusedAs(own, why);
  const { tenant_id: tenantId } = await db
    .selectFrom('accounts')
    .select('tenant_id')
    .where('account_id', '=', invited)
    .executeTakeFirstOrThrow();
  return link(platform, vouched, { accountId: invited, tenantId, invitation });
}

/** Keeps the last refusal where whoever can link the account looks. */
export async function keepRefusal(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { accountId, why }: { readonly accountId: string; readonly why: LinkRefusal },
): Promise<void> {
  const row = { at: clock.now(), why };
  await db
    .insertInto('federated_refusals')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute();
}

/** Links an account to whoever has come, or says why not. */
async function link(
  { database, clock, audit }: Parts,
  vouched: Vouched,
  { accountId, tenantId, invitation }: { readonly accountId: string; readonly tenantId: string; readonly invitation: string | null },
): Promise<Linked> {
  const { issuer, subject, email } = vouched;
  const now = clock.now();
  return database.write(recordLine(tenantId), async (trx): Promise<Linked> => {
    // Held, so that what is judged is what is linked: a change of the address, its end, another link. Judged by a question after it, which sees what was waited for.
    await trx.selectFrom('accounts').select('account_id').where('account_id', '=', accountId).forUpdate().execute();
    const account = await standings(trx, vouched).where('account_id', '=', accountId).executeTakeFirst();
    if (account === undefined) return { accountId: null, refused: null };
    // Another sign-in of the same person was first, in this very moment: whose they are is that one's.
    const first = await linkedTo(trx, vouched);
    if (first !== undefined) return { accountId: first.account_id };
    const by = invitation === null ? 'address' : 'invitation';
    if (by === 'address' && !(email !== null && isSameAddress(account.email, email))) return { accountId: null, refused: null };
    const why = whyNot(account, vouched, by);
    if (why !== null) return refusedAs(account, why);
    // Used up with what it does: of two that come with it at once, one.
    if (invitation !== null && (await useLink(trx, 'invite', invitation, now)) === null) return { accountId: null, refused: null };
    const made = await trx
      .insertInto('federated_identities')
      .values({ issuer, subject, account_id: accountId, linked_at: now, linked_by: by })
      .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
      .executeTakeFirst();
    // The same, over another account.
    if (made.numInsertedOrUpdatedRows !== 1n) {
      const other = await linkedTo(trx, vouched);
      return other === undefined ? { accountId: null, refused: null } : { accountId: other.account_id };
    }
    await trx.deleteFrom('federated_refusals').where('account_id', '=', accountId).execute();
    if (invitation !== null) await confirmAddress(trx, accountId, account.email, now);
    // What else was mailed opens nothing, should the account be unlinked one day.
    await takeBackLinks(trx, accountId, now, 'invite');
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

/** Whom an issuer's subject is linked to. */
function linkedTo(db: Kysely<Database>, { issuer, subject }: Vouched) {
  return db
    .selectFrom('federated_identities')
    .innerJoin('accounts', 'accounts.account_id', 'federated_identities.account_id')
    .select(['accounts.account_id', 'tenant_id', 'status'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** Accounts with how they stand to whoever has come: whether their tenant has named the domain, and whether they are somebody's there already. */
function standings(db: Kysely<Database>, { issuer, email }: Vouched) {
  return db.selectFrom('accounts').select(({ exists, selectFrom }) => [
    'account_id',
    'tenant_id',
    'name',
    'email',
    'status',
    exists(
      selectFrom('tenant_domains')
        .select('domain')
        .whereRef('tenant_domains.tenant_id', '=', 'accounts.tenant_id')
        .where('domain', '=', domainOf(email ?? '') ?? ''),
    ).as('named'),
    exists(
      selectFrom('federated_identities')
        .select('subject')
        .whereRef('federated_identities.account_id', '=', 'accounts.account_id')
        .where('issuer', '=', issuer),
    ).as('taken'),
  ]);
}

/** Why an account is not linked to whoever has come; null where it may be. */
function whyNot(
  { status, named, taken }: { readonly status: string; readonly named: unknown; readonly taken: unknown },
  { emailVerified }: Vouched,
  by: 'address' | 'invitation',
): LinkRefusal | null {
  if (status !== 'active') return 'not_active';
  if (by === 'address' && !emailVerified) return 'email_not_verified';
  if (by === 'address' && named !== true) return 'domain_not_named';
  return taken === true ? 'another_subject' : null;
}

function refusedAs({ account_id, tenant_id }: { readonly account_id: string; readonly tenant_id: string }, why: LinkRefusal): Linked {
  return { accountId: null, refused: { accountId: account_id, tenantId: tenant_id, why } };
}
