import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OpenDatabase } from '../db/database.ts';
import { openPostgres } from '../db/postgres.ts';
import { takeBackLinks } from '../identity/linking/accountLinks.ts';
import { pruneIdentity } from '../identity/prune.ts';
import { createLogger } from '../log.ts';
import { openTestDatabase } from '../testing/platform.ts';
import { startPostgres } from '../testing/postgres.ts';
import { claimLetter } from './claim.ts';
import { createLinkKey } from './linkKey.ts';
import { giveUpKeyless } from './settle.ts';
import { writeLinked } from './write.ts';

/**
 * The platform gives up or deletes letters of an account while a person revokes its links. PostgreSQL only: there both write at once, and
 * one of two in a deadlock is aborted.
 */
const bank = 'usr-demo-bank';
const key = createLinkKey(Buffer.alloc(32, 7));
const now = new Date('2026-11-27T09:00:00Z');
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
let made: OpenDatabase;
let database: OpenDatabase;
let holder: pg.Client;
beforeAll(async () => {
  const server = await startPostgres();
  made = await openTestDatabase('accounts');
  const url = Object.assign(new URL(server.url), { pathname: new URL(made.connectionString ?? '').pathname });
  // On a busy machine the second statement starts later than the usual lock timeout of the first.
  url.searchParams.set('lock_timeout', '30000');
  database = await openPostgres(
    url.href,
    createLogger(() => undefined),
  );
  holder = new pg.Client({ connectionString: url.href });
  await holder.connect();
});
beforeEach(async () => {
  for (const table of ['account_links', 'account_letters'] as const) await database.db.deleteFrom(table).execute();
});
afterEach(async () => {
  await holder.query('rollback');
  await database.db.updateTable('accounts').set({ status: 'active' }).where('account_id', '=', bank).execute();
});
afterAll(async () => {
  await holder.end();
  await database.close();
  await made.close();
});

/** Letters with links, in the same order in both tables. */
async function letters(count: number): Promise<string[]> {
  const { db } = database;
  for (let index = 0; index < count; index += 1)
    await db
      .transaction()
      .execute((trx) =>
        writeLinked(
          trx,
          { now, from: 'no-reply@console.example', key },
          { purpose: 'reset', accountId: bank, to: 'bank@ukweli.example', name: 'Otieno' },
        ),
      );
  const rows = await db.selectFrom('account_letters').select('letter_id').orderBy('place').execute();
  return rows.map(({ letter_id }) => letter_id);
}
/** Makes the later letter due first, while its link comes after the earlier letter's link. */
const lateFirst = (letterId = ''): Promise<unknown> =>
  database.db
    .updateTable('account_letters')
    .set({ due_at: daysAgo(1) })
    .where('letter_id', '=', letterId)
    .execute();
/** Repeats as a round of the platform does, each time in its own transaction. */
async function untilNone(one: () => Promise<unknown>): Promise<void> {
  for (let more: unknown = true; more === true || more === 'givenUp'; ) more = await one();
}
/** Takes a lock until `letGo`. */
async function hold(statement: string): Promise<void> {
  await holder.query('begin');
  await holder.query(statement);
}
const letGo = (): Promise<unknown> => holder.query('commit');
const linkOf = (letterId = ''): string => `select 1 from account_links where letter_id = '${letterId}' for update`;
/** Resolves once `count` sessions wait for a lock, or `last` is done without waiting. */
async function waiting(count: number, last?: Promise<unknown>): Promise<void> {
  let done = false;
  void last?.then(
    () => (done = true),
    () => (done = true),
  );
  const waits = async (): Promise<unknown> => {
    await holder.query('select pg_stat_clear_snapshot()'); // otherwise the statistics stay as first read in this transaction
    return (
      await holder.query(`select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
    ).rows[0]?.n;
  };
  await expect.poll(async () => done || (await waits()) === count, { timeout: 10_000, interval: 10 }).toBe(true);
}
const takeBack = (): Promise<unknown> => database.db.transaction().execute((trx) => takeBackLinks(trx, bank, now));
/** The outcome of each act: null if it completed, the error if it was aborted as a deadlock victim. */
const outcomes = async (...acts: Promise<unknown>[]): Promise<unknown[]> =>
  (await Promise.allSettled(acts)).map((one) => (one.status === 'rejected' ? one.reason : null));

it('letters that nobody has the key for are given up while their account’s links are taken back', { tags: ['S-9'] }, async () => {
  const { db } = database;
  const [early, late] = await letters(2);
  await db
    .updateTable('account_letters')
    .set({ tries: 1, waiting_since: daysAgo(2) })
    .execute();
  await lateFirst(late);
  expect(early).toBeDefined();
  await hold(linkOf(late));
  const givesUp = untilNone(() => db.transaction().execute((trx) => giveUpKeyless(trx, 'another', now)));
  await waiting(1);
  const takes = takeBack();
  await waiting(2);
  await letGo();
  expect(await outcomes(givesUp, takes)).toEqual([null, null]);
});

it('letters of an account that was deactivated are given up while its links are taken back', { tags: ['S-9'] }, async () => {
  const { db } = database;
  const [early, late] = await letters(2);
  await db.updateTable('accounts').set({ status: 'inactive' }).where('account_id', '=', bank).execute();
  await lateFirst(late);
  // A trigger stops the transaction that gave up the late letter, before it locks the early letter's link.
  await sql`create function wait_here() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock(1); return new; end'`.execute(
    db,
  );
  await sql
    .raw(
      `create trigger waits before update on account_letters for each row when (new.letter_id = '${early}') execute function wait_here()`,
    )
    .execute(db);
  await hold(`select pg_advisory_xact_lock(1)`);
  const claims = untilNone(() =>
    db.transaction().execute((trx) => claimLetter(trx, { now, key, config: { origin: '', oidc: null, supportUrl: '' } })),
  );
  await waiting(1);
  const takes = takeBack();
  await waiting(2, takes);
  await letGo();
  expect(await outcomes(claims, takes)).toEqual([null, null]);
  await sql`drop function wait_here() cascade`.execute(db);
});

it('letters of long ago are forgotten while their account’s links are taken back', { tags: ['S-9'] }, async () => {
  const { db } = database;
  const [early, between] = await letters(3);
  await db
    .updateTable('account_letters')
    .set({ state: 'given_up', trouble: 'unreachable', ended_at: daysAgo(40) })
    .where('letter_id', '!=', between ?? '')
    .execute();
  await db
    .updateTable('account_letters')
    .set({ tries: 2 })
    .where('letter_id', '=', early ?? '')
    .execute();
  await hold(linkOf(between));
  const takes = takeBack();
  await waiting(1);
  const forgets = pruneIdentity(db, now);
  await waiting(2, forgets);
  await letGo();
  expect(await outcomes(takes, forgets)).toEqual([null, null]);
  // The locked letter is deleted the next time.
  await pruneIdentity(db, now);
  expect((await db.selectFrom('account_letters').select('letter_id').execute()).map(({ letter_id }) => letter_id)).toEqual([between]);
});
