import { domainToASCII } from 'node:url';
import type { Kysely } from 'kysely';
import type { LinkRefusal } from '../../../src/contracts/adminAccess.ts';
import { recordLine } from '../../audit/audit.ts';
import type { Platform } from '../../context.ts';
import type { Database } from '../../db/schema.ts';
import { confirmAddress } from '../../letters/newAddresses.ts';
import { holderOfLink, takeBackLinks, useLink } from './accountLinks.ts';
import { emailKey } from '../accounts.ts';

/** A person as named in the ID token that an organisation's own identity provider signed for this sign-in. */
export interface Vouched {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  /** The `email_verified` claim; only the literal `true` counts. */
  readonly emailVerified: boolean;
}

/** The linked account; or null, with the account that has this address and the reason why it was not linked, if there is one. */
export type Linked =
  | { readonly accountId: string }
  | {
      readonly accountId: null;
      readonly refused: { readonly accountId: string; readonly tenantId: string; readonly why: LinkRefusal } | null;
    };

/** Domain of an e-mail address in the form used for comparison: ASCII (punycode), lower case. Null if it has none. */
export function domainOf(email: string): string | null {
  const at = email.lastIndexOf('@');
  const domain = at === -1 ? '' : domainToASCII(email.slice(at + 1)).toLowerCase();
  return domain === '' ? null : domain;
}

/**
 * Strict comparison for linking, which is permanent: A-Z in the local part are lower-cased, the domain is compared in ASCII, nothing else
 * is folded. `emailKey`, which decides whether an address is free, would be too lax: it also equates fullwidth letters or the kelvin sign
 * with plain letters, which may be another person's mailbox.
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
 * Finds or links the account of a person whom a provider vouches for (D-20, G-24). From then on issuer and subject alone identify the
 * person, even if the address changes. Order:
 * 1. An existing link.
 * 2. First sign-in by address: the provider has verified it, it is exactly the account's, and the account's tenant has named its domain
 * (`npm run tenant`).
 * 3. An invitation mailed to the account's address and used here. It comes last, so that another person's invitation never replaces one's
 * own account. An account never moves from one subject to another; an administrator must unlink it first.
 *
 * A refused sign-in only reads, with the same queries whether the address has an account or not, so that timing reveals nothing
 * and a flood of refusals does not queue for the tenant's record (G-12).
 * @param invitation secret of an invitation link; an invalid one is ignored
 */
export async function accountOf(platform: Parts, vouched: Vouched, invitation: string | null): Promise<Linked> {
  const { db, clock } = platform;
  const { email } = vouched;
  const found = email === null ? undefined : await standings(db, vouched).where('email_key', '=', emailKey(email)).executeTakeFirst();
  // Query the link after the account: a concurrent sign-in may have linked it just now.
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

/** Stores an account's last link refusal, for the administrators who can link it. */
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

/** Links an account to the vouched person, or returns why not. */
async function link(
  { database, clock, audit }: Parts,
  vouched: Vouched,
  { accountId, tenantId, invitation }: { readonly accountId: string; readonly tenantId: string; readonly invitation: string | null },
): Promise<Linked> {
  const { issuer, subject, email } = vouched;
  const now = clock.now();
  return database.write(recordLine(tenantId), async (trx): Promise<Linked> => {
    // Lock the row first, then read it in a second query, so that the checks see what concurrent transactions committed: a changed address,
    // a deactivation, another link.
    await trx.selectFrom('accounts').select('account_id').where('account_id', '=', accountId).forUpdate().execute();
    const account = await standings(trx, vouched).where('account_id', '=', accountId).executeTakeFirst();
    if (account === undefined) return { accountId: null, refused: null };
    // A concurrent sign-in of the same person has already linked an account.
    const first = await linkedTo(trx, vouched);
    if (first !== undefined) return { accountId: first.account_id };
    const by = invitation === null ? 'address' : 'invitation';
    if (by === 'address' && !(email !== null && isSameAddress(account.email, email))) return { accountId: null, refused: null };
    const why = whyNot(account, vouched, by);
    if (why !== null) return refusedAs(account, why);
    // Consumed in the same transaction: of two sign-ins with one invitation only one is linked.
    if (invitation !== null && (await useLink(trx, 'invite', invitation, now)) === null) return { accountId: null, refused: null };
    const made = await trx
      .insertInto('federated_identities')
      .values({ issuer, subject, account_id: accountId, linked_at: now, linked_by: by })
      .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
      .executeTakeFirst();
    // A concurrent sign-in has linked the same person to another account.
    if (made.numInsertedOrUpdatedRows !== 1n) {
      const other = await linkedTo(trx, vouched);
      return other === undefined ? { accountId: null, refused: null } : { accountId: other.account_id };
    }
    await trx.deleteFrom('federated_refusals').where('account_id', '=', accountId).execute();
    if (invitation !== null) await confirmAddress(trx, accountId, account.email, now);
    // Other invitations must not work if the account is unlinked later.
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

/** The account that an issuer's subject is linked to. */
function linkedTo(db: Kysely<Database>, { issuer, subject }: Vouched) {
  return db
    .selectFrom('federated_identities')
    .innerJoin('accounts', 'accounts.account_id', 'federated_identities.account_id')
    .select(['accounts.account_id', 'tenant_id', 'status'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/**
 * Accounts with two flags: `named`, whether their tenant has named the address's domain; `taken`, whether a subject of this issuer is
 * linked already.
 */
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

/** Reason why the account may not be linked to this person; null if it may. */
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
