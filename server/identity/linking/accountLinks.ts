import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { hashToken } from '../sessions/sessionToken.ts';

/** Lifetime of a link, milliseconds, counted from the first delivery of its letter (D-22, D-65). */
export const linkHoldsMs = 30 * 60_000;
/** Longer for an invitation: it opens nothing by itself, the invited person still signs in at their organisation's provider (G-24). */
const invitationHoldsMs = 7 * 24 * 3_600_000;

/** SQL expression for the expiry of a link whose letter is delivered now. */
export const linkEndsAt = (now: Date) =>
  sql<string>`case kind when 'invite' then ${new Date(now.getTime() + invitationHoldsMs).toISOString()}::timestamptz else ${new Date(now.getTime() + linkHoldsMs).toISOString()}::timestamptz end`;
/** Letters per account, kind and hour; further requests get the same answer but nothing is sent. */
const lettersPerHour = 5;

/** What a link does: set a new password, confirm a new address, or bind an account to the provider's. */
export type LinkKind = 'reset' | 'email' | 'invite';

/**
 * Write queue key (writeQueue.ts) for using a link, so that concurrent uses run one after the other. Per link, since the tenant is not
 * known yet.
 */
export function linkLine(token: string): string {
  return `link ${hashToken(token)}`;
}

/**
 * Stores a link by the hash of its secret. It is valid at once; its lifetime starts with the first delivery of its letter. Earlier links
 * stay valid, so that anonymous callers who request resets cannot invalidate the letter that the owner has open.
 */
export async function keepLink(
  trx: Kysely<Database>,
  link: {
    readonly token: string;
    readonly kind: LinkKind;
    readonly accountId: string;
    /** The new address that the link confirms; null for other kinds. */
    readonly email: string | null;
    readonly letterId: string;
  },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('account_links')
    .values({
      token_hash: hashToken(link.token),
      kind: link.kind,
      account_id: link.accountId,
      email: link.email,
      created_at: now,
      expires_at: null,
      letter_id: link.letterId,
    })
    .execute();
}

/** Stores a link that is in no letter, so that an unknown address costs the database the same work. */
export async function keepDecoy(trx: Kysely<Database>, now: Date): Promise<void> {
  await trx
    .insertInto('account_links')
    .values({
      token_hash: hashToken(randomBytes(32).toString('base64url')),
      kind: 'reset',
      account_id: null,
      email: null,
      created_at: now,
      expires_at: new Date(now.getTime() + linkHoldsMs),
      letter_id: null,
    })
    .execute();
}

/**
 * True if the account may get another letter of this kind, so that our letters cannot flood a mailbox. Call it in the transaction that
 * writes the letter: its advisory lock makes concurrent requests for one account wait, or each would be counted before any was written.
 */
export async function maySendLetter(trx: Kysely<Database>, kind: LinkKind, accountId: string | null, now: Date): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`letters:${kind}:${accountId ?? ''}`}, 0))`.execute(trx);
  const { sent } = await trx
    .selectFrom('account_links')
    .select((row) => row.fn.countAll<string | number>().as('sent'))
    .where('kind', '=', kind)
    .where('account_id', 'is not distinct from', accountId)
    .where('created_at', '>', new Date(now.getTime() - 3_600_000).toISOString())
    .executeTakeFirstOrThrow();
  return Number(sent) < lettersPerHour;
}

/** The account of a valid link, or null. Does not use the link up. */
export async function holderOfLink(db: Kysely<Database>, kind: LinkKind, token: string, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('account_links')
    .select('account_id')
    .where('token_hash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now.toISOString())]))
    .executeTakeFirst();
  return row?.account_id ?? null;
}

/**
 * Uses a link up; null if it is unknown, expired or used already. Locks the account before the link, the order of all code that changes
 * an account and takes its links back, to avoid deadlocks.
 */
export async function useLink(
  trx: Kysely<Database>,
  kind: LinkKind,
  token: string,
  now: Date,
): Promise<{ readonly accountId: string; readonly email: string | null } | null> {
  const account = trx
    .selectFrom('accounts')
    .select('account_id')
    .where(({ eb, selectFrom }) =>
      eb('account_id', '=', selectFrom('account_links').select('account_id').where('token_hash', '=', hashToken(token))),
    );
  // Lock only as strongly as needed: changing an address updates a unique key (FOR UPDATE), which would block concurrent sign-ins.
  await (kind === 'email' ? account.forUpdate() : account.forNoKeyUpdate()).execute();
  const row = await trx
    .updateTable('account_links')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now.toISOString())]))
    .returning(['account_id', 'email'])
    .executeTakeFirst();
  return row?.account_id === undefined || row.account_id === null ? null : { accountId: row.account_id, email: row.email };
}

/**
 * Revokes all valid links of an account, or those of one kind, after a change of password or address. Their waiting letters are given up;
 * a letter being sent right now still goes out, with a dead link.
 */
export async function takeBackLinks(trx: Kysely<Database>, accountId: string, now: Date, kind?: LinkKind): Promise<void> {
  let links = trx.selectFrom('account_links').select('letter_id').where('account_id', '=', accountId).where('used_at', 'is', null);
  let update = trx.updateTable('account_links').set({ used_at: now }).where('account_id', '=', accountId).where('used_at', 'is', null);
  if (kind !== undefined) {
    links = links.where('kind', '=', kind);
    update = update.where('kind', '=', kind);
  }
  // Skip locked rows to avoid a deadlock: the transaction that holds the letter locks its link next (letters/settle.ts), and that may be
  // locked by the user of the link.
  const waiting = await trx
    .selectFrom('account_letters')
    .select('letter_id')
    .where('letter_id', 'in', links.$narrowType<{ letter_id: string }>())
    .where('state', '=', 'waiting')
    .where(({ or, eb }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now.toISOString())]))
    .forUpdate()
    .skipLocked()
    .execute();
  await update.execute();
  for (const { letter_id } of waiting)
    await trx
      .updateTable('account_letters')
      .set({ state: 'given_up', trouble: 'superseded', ended_at: now, claim: null, claimed_until: null })
      .where('letter_id', '=', letter_id)
      .execute();
}
