import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { headers } from '../../src/contracts/endpoints.ts';
import { createTestPlatform, openTestDatabase, type TestAnswer, type TestClient, type TestPlatform } from '../testing/platform.ts';
import { startPostgres } from '../testing/postgres.ts';

const bank = 'usr-demo-bank';
/** An account that somebody else changes while an administrator does: PostgreSQL alone lets two write at once. */
let test: TestPlatform;
let admin: TestClient;
let holder: pg.Client;
beforeAll(async () => {
  const server = await startPostgres();
  const database = await openTestDatabase('accounts');
  test = await createTestPlatform({ database, joins: true, config: { simulation: 'off', databaseUrl: database.connectionString } });
  admin = await test.signIn('admin@ukweli.example');
  const url = Object.assign(new URL(server.url), { pathname: new URL(database.connectionString ?? '').pathname });
  holder = new pg.Client({ connectionString: url.href });
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await test.close();
});
const account = () => test.platform.db.selectFrom('accounts').selectAll().where('account_id', '=', bank).executeTakeFirstOrThrow();

/** An administrator's change that comes while the owner's own, which stands by then, is written and not yet committed. */
async function beside(own: string, query: string, change: object): Promise<TestAnswer> {
  await holder.query('begin');
  await holder.query(`update accounts set ${own} where account_id = '${bank}'`);
  const answer = admin.call('PATCH', `/api/v1/admin/users/${bank}${query}`, change, { [headers.idempotency]: `once-${randomUUID()}` });
  const waiting = async (): Promise<unknown> => {
    await holder.query('select pg_stat_clear_snapshot()'); // a transaction looks once otherwise
    return (
      await holder.query(`select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
    ).rows[0]?.n;
  };
  await expect.poll(waiting, { timeout: 2000, interval: 10 }).toBe(1);
  await holder.query('commit');
  return answer;
}

it('[S-13] what an administrator changes of an account leaves as it is what its owner has changed meanwhile', async () => {
  const answer = await beside(`name = 'Otieno by himself', email = 'otieno@ukweli.example', email_key = 'otieno@ukweli.example'`, '', {
    role: 'auditor',
  });
  expect(answer.status, answer.body).toBe(200);
  expect(await account()).toMatchObject({ name: 'Otieno by himself', email: 'otieno@ukweli.example', role: 'auditor' });
});

it('[S-13] and is a conflict where it was decided over what stood before', async () => {
  const { version } = await account();
  const answer = await beside(`name = 'Otieno once more'`, `?version=${version}`, { name: 'Otieno by an administrator' });
  expect([answer.status, (await account()).name]).toEqual([409, 'Otieno once more']);
});
