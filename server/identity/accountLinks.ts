import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { hashToken } from './sessionToken.ts';

/** How long a link holds, milliseconds, from the first delivery of the letter that carries it (D-22, D-65). */
export const linkHoldsMs = 30 * 60_000;
/** Letters that one account is sent in an hour; further wishes are answered alike and nothing is sent. */
const lettersPerHour = 5;

export type LinkKind = 'reset' | 'email';

/** The line (writeQueue.ts) of who uses a link: of ten at once one gets it. Whose it is, and so which tenant's, is known only then. */
export function linkLine(token: string): string {
  return `link ${hashToken(token)}`;
}

/**
 * Keeps a link by the hash of its secret. It holds from now on, and its 30 minutes begin with the first delivery of its letter. Links given out before stay good: a stranger who asks
 * again and again takes nothing away from the owner, who may have the first letter open.
 */
export async function keepLink(
  trx: Kysely<Database>,
  link: {
    readonly token: string;
    readonly kind: LinkKind;
    readonly accountId: string;
    /** The new address that it confirms; null for a reset. */
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

/** A link that leads nowhere and is in no letter, so that an unknown address costs the database the same. */
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
 * Whether an account may be sent another letter of a kind: nobody's mailbox is flooded through us. To be asked in the transaction that then writes the letter:
 * who asks for the same account meanwhile waits for its end, or wishes that come together would each be counted before any was written.
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

/** Whose link this is, as long as it holds; looks without using it up. */
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
 * Uses a link up; null where it was never given out, has expired, or was used: of two at once one gets it. Its account is held first, as by everybody who changes that and takes its
 * links back then: of two who held a link each, or a link and the account, both would want what the other has.
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
  // As much as is written: an address is a key, which whoever signs in meanwhile holds.
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
 * Takes back every link of an account that still holds: after a change of the password, or of the address. A letter that waits with one of them is given up; one that is being sent
 * just now goes out, and its link leads nowhere.
 */
export async function takeBackLinks(trx: Kysely<Database>, accountId: string, now: Date, kind?: LinkKind): Promise<void> {
  let links = trx.selectFrom('account_links').select('letter_id').where('account_id', '=', accountId).where('used_at', 'is', null);
  let update = trx.updateTable('account_links').set({ used_at: now }).where('account_id', '=', accountId).where('used_at', 'is', null);
  if (kind !== undefined) {
    links = links.where('kind', '=', kind);
    update = update.where('kind', '=', kind);
  }
  // Nothing is waited for here: whoever has the letter in hand wants its link next (letters/settle.ts), which whoever uses it holds already.
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
