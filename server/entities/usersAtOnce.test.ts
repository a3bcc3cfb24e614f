import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { headers } from '../../src/contracts/endpoints.ts';
import { createTestPlatform, openTestDatabase, type TestAnswer, type TestClient, type TestPlatform } from '../testing/platform.ts';
import { connectBeside } from '../testing/postgres.ts';

const bank = 'usr-demo-bank';
/** An account changed by its owner and an administrator at the same time: only PostgreSQL allows concurrent writes. */
let test: TestPlatform;
let admin: TestClient;
let holder: pg.Client;
beforeAll(async () => {
  const database = await openTestDatabase('accounts');
  test = await createTestPlatform({ database, joins: true, config: { simulation: 'off', databaseUrl: database.connectionString } });
  admin = await test.signIn('admin@ukweli.example');
  holder = await connectBeside(database);
});
afterAll(async () => {
  await holder.end();
  await test.close();
});
const account = () => test.platform.db.selectFrom('accounts').selectAll().where('account_id', '=', bank).executeTakeFirstOrThrow();

/** Waits until `count` connections wait for a lock. */
async function waiting(count: number): Promise<void> {
  const waits = async (): Promise<unknown> => {
    await holder.query('select pg_stat_clear_snapshot()'); // statistics are otherwise read once per transaction
    return (
      await holder.query(`select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
    ).rows[0]?.n;
  };
  await expect.poll(waits, { timeout: 2000, interval: 10 }).toBe(count);
}

/** Sends an administrator's change while the owner's own change is written but not yet committed. */
async function beside(own: string, query: string, change: object): Promise<TestAnswer> {
  await holder.query('begin');
  await holder.query(`update accounts set ${own} where account_id = '${bank}'`);
  const answer = admin.call('PATCH', `/api/v1/admin/users/${bank}${query}`, change, { [headers.idempotency]: `once-${randomUUID()}` });
  await waiting(1);
  await holder.query('commit');
  return answer;
}

it('what an administrator changes of an account leaves as it is what its owner has changed meanwhile', { tags: ['S-13'] }, async () => {
  const answer = await beside(`name = 'Otieno by himself', email = 'otieno@ukweli.example', email_key = 'otieno@ukweli.example'`, '', {
    role: 'auditor',
  });
  expect(answer.status, answer.body).toBe(200);
  expect(await account()).toMatchObject({ name: 'Otieno by himself', email: 'otieno@ukweli.example', role: 'auditor' });
});

it('and is a conflict where it was decided over what stood before', { tags: ['S-13'] }, async () => {
  const { version } = await account();
  const answer = await beside(`name = 'Otieno once more'`, `?version=${version}`, { name: 'Otieno by an administrator' });
  expect([answer.status, (await account()).name]).toEqual([409, 'Otieno once more']);
});

it('two administrators of different tenants who change each other at the same moment are both done', {
  tags: ['S-4', 'S-13'],
}, async () => {
  const { db } = test.platform;
  const [here, there] = ['usr-demo-admin', 'usr-kampala-operator'];
  await db.updateTable('accounts').set({ role: 'admin' }).where('account_id', '=', there).execute();
  await db.insertInto('memberships').values({ account_id: there, tenant_id: 'demo' }).execute();
  // Each works in the other's tenant, so their changes queue in different lines and do not wait for each other there.
  const [one, other] = [await test.signIn('admin@ukweli.example'), await test.signIn('operator@kampala.example')];
  for (const [account, tenant] of [
    [here, 'kampala'],
    [there, 'demo'],
  ] as const)
    await db.updateTable('sessions').set({ tenant_id: tenant }).where('account_id', '=', account).execute();
  const rename = (who: TestClient, whom: string, name: string) =>
    who.call('PATCH', `/api/v1/admin/users/${whom}`, { name }, { [headers.idempotency]: `once-${randomUUID()}` });
  await holder.query('begin');
  await holder.query(`select 1 from sessions for update`);
  const answers = [rename(one, there, 'Nakato of Kampala'), rename(other, here, 'Amina of Nairobi')];
  // One of the two may already wait for the other.
  await waiting(2);
  await holder.query('commit');
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
});
