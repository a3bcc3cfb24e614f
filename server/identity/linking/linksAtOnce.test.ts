import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { headers } from '../../../src/contracts/endpoints.ts';
import type { OpenDatabase } from '../../db/database.ts';
import { openPostgres } from '../../db/postgres.ts';
import { createLinkKey } from '../../letters/linkKey.ts';
import { settleSent } from '../../letters/settle.ts';
import { writeLinked } from '../../letters/write.ts';
import { createLogger } from '../../log.ts';
import { createTestPlatform, openTestDatabase, type TestAnswer, type TestClient, type TestPlatform } from '../../testing/platform.ts';
import { startPostgres } from '../../testing/postgres.ts';
import { takeBackLinks } from './accountLinks.ts';
import { demoPassword } from '../demo/demoAccounts.ts';

/** Concurrent actions on one account. PostgreSQL only: it lets two transactions write at once, and aborts one of a deadlock. */
const bank = 'usr-demo-bank';
const email = 'bank@ukweli.example';
const stronger = 'Mlima-Kenya-5199!';
const key = createLinkKey(Buffer.alloc(32, 7));
let made: OpenDatabase;
let test: TestPlatform;
let admin: TestClient;
let holder: pg.Client;
let accounts: { account_id: string }[];
beforeAll(async () => {
  const server = await startPostgres();
  made = await openTestDatabase('accounts');
  const url = Object.assign(new URL(server.url), { pathname: new URL(made.connectionString ?? '').pathname });
  // On a busy machine the second action may come after the default lock timeout of the first.
  url.searchParams.set('lock_timeout', '30000');
  const database = await openPostgres(
    url.href,
    createLogger(() => undefined),
  );
  test = await createTestPlatform({ database, joins: true, config: { simulation: 'off', databaseUrl: url.href } });
  admin = await test.signIn('admin@ukweli.example');
  const { db } = test.platform;
  accounts = await db.selectFrom('accounts').select(['account_id', 'name', 'email', 'email_key', 'status', 'password']).execute();
  holder = new pg.Client({ connectionString: url.href });
  await holder.connect();
});
beforeEach(async () => {
  const { db, letters } = test.platform;
  // Deliver the previous test's letters first: a round still running would claim this test's letters and be one more waiting transaction.
  await letters.round();
  for (const table of ['account_links', 'account_letters', 'sign_in_attempts'] as const) await db.deleteFrom(table).execute();
  for (const { account_id, ...as } of accounts) await db.updateTable('accounts').set(as).where('account_id', '=', account_id).execute();
});
afterEach(() => holder.query('rollback'));
afterAll(async () => {
  await holder.end();
  await test.close();
  await made.close();
});

/** A link sent to this account, and its letter's id. */
async function link(purpose: 'reset' | 'email_confirm', to = email): Promise<{ token: string; letterId: string }> {
  const { db, clock } = test.platform;
  const letterId = await db.transaction().execute(async (trx) => {
    const now = clock.now();
    await writeLinked(trx, { now, from: 'no-reply@console.example', key }, { purpose, accountId: bank, to, name: 'Otieno' });
    const { letter_id } = await trx
      .selectFrom('account_letters')
      .select('letter_id')
      .orderBy('place', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    // Not due: a delivery round left over from the previous test would claim the letter and give it a link under its own key.
    await trx
      .updateTable('account_letters')
      .set({ due_at: new Date(now.getTime() + 3_600_000) })
      .where('letter_id', '=', letter_id)
      .execute();
    return letter_id;
  });
  return { token: key.tokenOf({ letterId, purpose, accountId: bank }), letterId };
}
const reset = (token: string): Promise<TestAnswer> =>
  test.anonymous().post('/api/auth/password-reset/confirm', { token, password: stronger });
const confirm = (token: string): Promise<TestAnswer> => test.anonymous().post('/api/auth/email/confirm', { token });
const move = (address: string): Promise<TestAnswer> =>
  admin.call('PATCH', `/api/v1/admin/users/${bank}`, { email: address }, { [headers.idempotency]: `once-${randomUUID()}` });

/** Resolves when this many transactions wait for a lock. */
async function waiting(count: number): Promise<void> {
  const waits = async (): Promise<unknown> => {
    await holder.query('select pg_stat_clear_snapshot()'); // otherwise a transaction caches the statistics
    return (
      await holder.query(`select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
    ).rows[0]?.n;
  };
  await expect.poll(waits, { timeout: 10_000, interval: 10 }).toBe(count);
}
/** Starts the actions one by one while `held` is locked, each once the earlier ones wait; then releases the lock. */
async function together(held: string, ...acts: (() => Promise<TestAnswer>)[]): Promise<number[]> {
  await holder.query('begin');
  await holder.query(held);
  const answers: Promise<TestAnswer>[] = [];
  for (const act of acts) {
    answers.push(act());
    await waiting(answers.length);
  }
  await holder.query('commit');
  return (await Promise.all(answers)).map(({ status }) => status);
}
const theAccount = `select 1 from accounts where account_id = '${bank}' for update`;
const addresses = `select pg_advisory_xact_lock(hashtextextended('accounts:email', 0))`;

it('of two links of an account that are used at once one counts, and the other is gone', { tags: ['S-9', 'D-22'] }, async () => {
  const [one, other] = [await link('reset'), await link('reset')];
  expect(
    await together(
      theAccount,
      () => reset(one.token),
      () => reset(other.token),
    ),
  ).toEqual([200, 410]);
});

it('an administrator’s new address and a link that is used at once: the link is gone', { tags: ['S-13', 'D-22'] }, async () => {
  const { token } = await link('reset');
  expect(
    await together(
      addresses,
      () => move('elsewhere@ukweli.example'),
      () => reset(token),
    ),
  ).toEqual([200, 410]);
});

it('an owner’s new password and a link that is used at once: the link is gone', { tags: ['S-13', 'D-22'] }, async () => {
  const { token } = await link('reset');
  const owner = await test.signIn(email);
  const change = () => owner.post('/api/profile/password', { currentPassword: demoPassword, newPassword: stronger });
  expect(await together(theAccount, change, () => reset(token))).toEqual([200, 410]);
});

it('an administrator’s new address and a confirmed one at once: the confirmation is gone', { tags: ['S-13'] }, async () => {
  const { token } = await link('email_confirm', 'otieno@ukweli.example');
  expect(
    await together(
      addresses,
      () => move('elsewhere@ukweli.example'),
      () => confirm(token),
    ),
  ).toEqual([200, 410]);
});

it('somebody signs in while an administrator gives him a new address: both are done', { tags: ['S-13'] }, async () => {
  const login = () => test.anonymous().post('/api/auth/login', { email, password: demoPassword });
  expect(await together(addresses, () => move('elsewhere@ukweli.example'), login)).toEqual([200, 200]);
});

it('a delivery whose claim has run out is settled while its link is taken back', { tags: ['S-9'] }, async () => {
  const { db, clock } = test.platform;
  const [first, second] = [await link('reset'), await link('reset')];
  const past = new Date(clock.now().getTime() - 1000);
  await db
    .updateTable('account_letters')
    .set({ claim: randomUUID(), claimed_until: past, tries: 1 })
    .where('letter_id', '=', second.letterId)
    .execute();
  await holder.query('begin');
  await holder.query(`select 1 from account_links where letter_id = '${first.letterId}' for update`);
  const takes = db.transaction().execute((trx) => takeBackLinks(trx, bank, clock.now()));
  await waiting(1);
  const settles = db.transaction().execute((trx) => settleSent(trx, second.letterId, clock.now()));
  await waiting(2);
  await holder.query('commit');
  expect((await Promise.allSettled([takes, settles])).map((one) => (one.status === 'rejected' ? one.reason : null))).toEqual([null, null]);
});
