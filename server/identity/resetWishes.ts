import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { recordLine } from '../audit/audit.ts';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';
import type { Letters } from '../letters/letters.ts';
import { keepDecoy, maySendLetter } from './accountLinks.ts';
import { ownerOf } from './accounts.ts';

/** A wish that nobody has looked at for so long was left by a process that ended, milliseconds. */
const leftAfterMs = 10_000;
/** Older than this, whoever wished has long wished again, milliseconds. */
const wishHoldsMs = 24 * 3_600_000;

type WishPlatform = Pick<Platform, 'db' | 'database' | 'clock' | 'audit' | 'letters' | 'log'>;

/**
 * Keeps a wish for a new password, before the answer: one row for whatever address, so that it outlives the process and its time tells nothing. Whose address it is is looked
 * for afterwards.
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
 * Fulfils one: the letter with its link is written, the wish is gone and the record says so, together or not at all. Where an earlier letter waits since it could not be sent, that one
 * goes out now and no second. An address that has no account here leaves a decoy.
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

/** Whose wish it is, as they are now: of an address that they have given up, nobody's. Whoever gives it up just now is waited for, and the account held until the letter is written. */
async function wisherIn(trx: Transaction<Database>, accountId: string, emailKey: string) {
  await trx.selectFrom('accounts').select('account_id').where('account_id', '=', accountId).forShare().execute();
  // A statement of its own after the lock: it sees what those whom it waited for have done.
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
 * Has a letter that waits for another try sent now; false where none does that this instance can send. One that was begun under another's key (letters/linkKey.ts) is for that instance alone,
 * which may be gone for good: whoever asks again is sent another.
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
    // One that somebody has in hand is on its way already; whose claim has run out, nobody has.
    const inHand = until !== null && Date.parse(until) > now.getTime();
    if (!inHand) await trx.updateTable('account_letters').set({ due_at: now }).where('letter_id', '=', letter_id).execute();
    ours ||= inHand || (await letters.canSend(letter));
  }
  return ours;
}

/** Fulfils what processes that ended have left, and forgets what is too old. */
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
    // One that cannot be fulfilled keeps no other from it.
    await fulfilWish(platform, wish_id).catch((failure: unknown) => platform.log.error('reset.left', failure));
  }
}

/** Whether an account signs in with a password of ours: it has one, or it has no other way in and sets its first by such a link. */
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
