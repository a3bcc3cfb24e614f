import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { recordLine } from '../../audit/audit.ts';
import type { Platform } from '../../context.ts';
import type { Database } from '../../db/schema.ts';
import type { Letters } from '../../letters/letters.ts';
import { keepDecoy, maySendLetter } from '../linking/accountLinks.ts';
import { ownerOf } from '../accounts.ts';

/** Age after which an unprocessed request counts as left behind by a process that ended, milliseconds. */
const leftAfterMs = 10_000;
/** Age after which a request is dropped, milliseconds; by then people have asked again. */
const wishHoldsMs = 24 * 3_600_000;

type WishPlatform = Pick<Platform, 'db' | 'database' | 'clock' | 'audit' | 'letters' | 'log'>;

/**
 * Stores a reset request before the answer: one row for any address, so that it survives the process and timing reveals nothing.
 * The account is looked up afterwards.
 */
export async function keepWish(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  asked: { readonly key: string; readonly ip: string; readonly correlationId: string },
): Promise<string> {
  const wishId = randomUUID();
  await db
    .insertInto('reset_wishes')
    .values({ wish_id: wishId, email_key: asked.key, ip: asked.ip, correlation_id: asked.correlationId, wished_at: clock.now() })
    .execute();
  return wishId;
}

/**
 * Processes a request: writes the letter with its link, deletes the request and records it, in one transaction. If an earlier letter
 * could not be sent and waits, that one is sent now instead of a second. An address without an account leaves a decoy link.
 */
export async function fulfilWish(platform: WishPlatform, wishId: string): Promise<void> {
  const { db, database, clock, audit, letters } = platform;
  const now = clock.now();
  const wish = await db.selectFrom('reset_wishes').selectAll().where('wish_id', '=', wishId).executeTakeFirst();
  if (wish === undefined) return;
  const found = await db
    .selectFrom('accounts')
    .select(['account_id', 'tenant_id'])
    .where('email_key', '=', wish.email_key)
    .executeTakeFirst();
  await database.write(recordLine(found?.tenant_id ?? ''), async (trx) => {
    const ours = await trx.deleteFrom('reset_wishes').where('wish_id', '=', wishId).executeTakeFirst();
    if (ours.numDeletedRows === 0n) return; // another instance was first
    const account = found === undefined ? null : await wisherIn(trx, found.account_id, wish.email_key);
    const may = await maySendLetter(trx, 'reset', account?.account_id ?? null, now);
    if (account !== null && (await hasten(trx, letters, account.account_id, account.email, now))) return;
    if (!may) return;
    if (account === null) await keepDecoy(trx, now);
    else await letters.writeLinked(trx, { purpose: 'reset', ...ownerOf(account) });
    await audit.record(trx, {
      tenantId: account?.tenant_id ?? '',
      actor: { id: null, name: 'Unknown' },
      action: 'account.reset_link',
      target: account?.account_id ?? 'unknown account',
      outcome: account === null ? 'refused' : 'done',
      correlationId: wish.correlation_id,
      ip: wish.ip,
    });
  });
  letters.wake();
}

/**
 * The account, if it is active and still has this address. Waits for a concurrent change of address, and locks the account until the
 * letter is written.
 */
async function wisherIn(trx: Transaction<Database>, accountId: string, emailKey: string) {
  await trx.selectFrom('accounts').select('account_id').where('account_id', '=', accountId).forShare().execute();
  // A separate query after the lock, so that it sees what concurrent transactions committed.
  const account = await trx
    .selectFrom('accounts')
    .select(['account_id', 'name', 'email', 'tenant_id', 'password'])
    .where('account_id', '=', accountId)
    .where('email_key', '=', emailKey)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return account !== undefined && (await hasPasswordHere({ db: trx }, account)) ? account : null;
}

/**
 * Schedules a letter that waits for a retry for now; false if this instance can send none. A letter under another instance's key
 * (letters/linkKey.ts) can be sent only there, and that instance may be gone, so a new letter is written.
 */
async function hasten(
  trx: Transaction<Database>,
  letters: Pick<Letters, 'canSend'>,
  accountId: string,
  to: string,
  now: Date,
): Promise<boolean> {
  const waiting = await trx
    .selectFrom('account_letters')
    .select(['letter_id', 'claimed_until', 'link_key', 'tries'])
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'reset')
    .where('to_address', '=', to)
    .where('state', '=', 'waiting')
    .where('trouble', 'is not', null)
    .forUpdate()
    .execute();
  let ours = false;
  for (const letter of waiting) {
    const { letter_id, claimed_until: until } = letter;
    // A claimed letter is being sent already; an expired claim counts as none.
    const inHand = until !== null && Date.parse(until) > now.getTime();
    if (!inHand) await trx.updateTable('account_letters').set({ due_at: now }).where('letter_id', '=', letter_id).execute();
    ours ||= inHand || (await letters.canSend(letter));
  }
  return ours;
}

/** Processes requests left behind by ended processes, and deletes those that are too old. */
export async function fulfilLeftWishes(platform: WishPlatform): Promise<void> {
  const { db, clock } = platform;
  const before = (ageMs: number): string => new Date(clock.now().getTime() - ageMs).toISOString();
  await db.deleteFrom('reset_wishes').where('wished_at', '<', before(wishHoldsMs)).execute();
  const left = await db
    .selectFrom('reset_wishes')
    .select('wish_id')
    .where('wished_at', '<', before(leftAfterMs))
    .orderBy('wished_at')
    .execute();
  for (const { wish_id } of left) {
    // A failing request does not stop the others.
    await fulfilWish(platform, wish_id).catch((failure: unknown) => platform.log.error('reset.left', failure));
  }
}

/**
 * True if the account signs in with a password here: it has one, or it has no linked provider and sets its first password by such a link.
 */
export async function hasPasswordHere(
  { db }: Pick<Platform, 'db'>,
  account: { readonly account_id: string; readonly password: string | null },
): Promise<boolean> {
  if (account.password !== null) return true;
  const elsewhere = await db
    .selectFrom('federated_identities')
    .select('subject')
    .where('account_id', '=', account.account_id)
    .limit(1)
    .executeTakeFirst();
  return elsewhere === undefined;
}
