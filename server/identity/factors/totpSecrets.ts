import type { Kysely } from 'kysely';
import type { HeldTotp } from '../../../src/contracts/factors.ts';
import type { Database } from '../../db/schema.ts';
import type { KeyWrap } from '../../evidence/keyWrap.ts';
import { totpRow } from '../../secrets/stored.ts';
import { newTotpSecret, stepOfCode } from './totp.ts';

/** How long an offered secret can be used to set up an app, milliseconds. */
export const offerHoldsMs = 10 * 60_000;

/** The account's authenticator app as shown to its owner and administrators; null if there is none. */
export async function heldTotp(db: Kysely<Database>, accountId: string): Promise<HeldTotp | null> {
  const row = await rowOf(db, accountId, 'held');
  return row === undefined ? null : { since: row.at, lastUsed: row.last_used_at };
}

/**
 * The secret with which this holder (a session or a provider's sign-in step) sets up an app: the one offered before while it is valid,
 * else a new one, which replaces any other holder's.
 */
export async function offerTotp(
  db: Kysely<Database>,
  wrap: KeyWrap,
  { accountId, holder, now }: { readonly accountId: string; readonly holder: string; readonly now: Date },
): Promise<Uint8Array> {
  const shown = await rowOf(db, accountId, 'offered');
  if (shown !== undefined && isOffered(shown, holder, now)) return unwrapped(wrap, accountId, shown.sealed);
  const secret = newTotpSecret();
  const fresh = { sealed: wrap.wrap(totpRow(accountId), secret.toString('base64url')), holder, at: now };
  await db
    .insertInto('totp_secrets')
    .values({ account_id: accountId, state: 'offered', ...fresh })
    .onConflict((conflict) => conflict.columns(['account_id', 'state']).doUpdateSet(fresh))
    .execute();
  return secret;
}

/** Result of confirming an app by a code. `gone`: nothing is offered to this holder any more. */
export type Confirmed = 'confirmed' | 'wrong' | 'gone';

/** A holder's confirmation. */
interface Confirming {
  readonly accountId: string;
  readonly holder: string;
  readonly code: string;
  readonly now: Date;
}

/** Checks a confirmation without applying it. */
export async function isConfirmedBy(db: Kysely<Database>, wrap: KeyWrap, asked: Confirming): Promise<Confirmed> {
  const step = await stepConfirmed(db, wrap, asked);
  return typeof step === 'number' ? 'confirmed' : step;
}

/**
 * If the code is right, activates the secret offered to this holder, replacing the previous app. Call it in the transaction that holds
 * the account.
 */
export async function confirmTotp(trx: Kysely<Database>, wrap: KeyWrap, asked: Confirming): Promise<Confirmed> {
  const { accountId, now } = asked;
  const step = await stepConfirmed(trx, wrap, asked);
  if (typeof step !== 'number') return step;
  await trx.deleteFrom('totp_secrets').where('account_id', '=', accountId).where('state', '=', 'held').execute();
  await trx
    .updateTable('totp_secrets')
    .set({ state: 'held', holder: null, at: now, last_step: step })
    .where('account_id', '=', accountId)
    .execute();
  return 'confirmed';
}

/**
 * Uses up a code of the account's app; false if it is wrong or its step was used already. Decided by the update itself: of concurrent
 * calls with one code, on any instances, only one succeeds.
 */
export async function takeTotp(
  trx: Kysely<Database>,
  wrap: KeyWrap,
  { accountId, code, now }: { readonly accountId: string; readonly code: string; readonly now: Date },
): Promise<boolean> {
  const held = await rowOf(trx, accountId, 'held');
  if (held === undefined) return false;
  const step = stepOfCode(unwrapped(wrap, accountId, held.sealed), code, now, held.last_step);
  if (step === null) return false;
  const taken = await trx
    .updateTable('totp_secrets')
    .set({ last_step: step, last_used_at: now })
    .where('account_id', '=', accountId)
    .where('state', '=', 'held')
    // Only for the app that was checked, not for one set up meanwhile.
    .where('at', '=', held.at)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}

/** Removes the account's app, an offered secret and its recovery codes. True if it had an app. */
export async function removeTotp(trx: Kysely<Database>, accountId: string): Promise<boolean> {
  const gone = await trx.deleteFrom('totp_secrets').where('account_id', '=', accountId).returning('state').execute();
  await trx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  return gone.some(({ state }) => state === 'held');
}

async function stepConfirmed(
  db: Kysely<Database>,
  wrap: KeyWrap,
  { accountId, holder, code, now }: Confirming,
): Promise<number | 'wrong' | 'gone'> {
  const shown = await rowOf(db, accountId, 'offered');
  if (shown === undefined || !isOffered(shown, holder, now)) return 'gone';
  return stepOfCode(unwrapped(wrap, accountId, shown.sealed), code, now, null) ?? 'wrong';
}

interface Shown {
  readonly holder: string | null;
  readonly at: string;
}

function isOffered({ holder, at }: Shown, to: string, now: Date): boolean {
  const ageMs = now.getTime() - Date.parse(at);
  return holder === to && ageMs >= 0 && ageMs < offerHoldsMs;
}

function rowOf(db: Kysely<Database>, accountId: string, state: 'offered' | 'held') {
  return db.selectFrom('totp_secrets').selectAll().where('account_id', '=', accountId).where('state', '=', state).executeTakeFirst();
}

function unwrapped(wrap: KeyWrap, accountId: string, encrypted: string): Uint8Array {
  return Buffer.from(wrap.unwrap(totpRow(accountId), encrypted), 'base64url');
}
