// A proof that is checked while all sessions of its account are being ended (issue 17, points 9 and 25). PostgreSQL only: it runs two
// transactions at once, of which one waits.
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSoftwarePasskey } from '../../testing/authenticator.ts';
import { setUpApp } from '../../testing/authenticatorApp.ts';
import { authorizationRequest, createOidcBrowser } from '../../testing/oidcClient.ts';
import { passkeyOrigin as origin } from '../../testing/passkeyDoor.ts';
import { createTestPlatform, openTestDatabase, type TestPlatform } from '../../testing/platform.ts';
import { connectBeside } from '../../testing/postgres.ts';
import { demoPassword } from '../demo/demoAccounts.ts';
import { proveByCode } from '../factors/proveByCode.ts';

const email = 'bank@ukweli.example';
const accountId = 'usr-demo-bank';
let test: TestPlatform;
let holder: pg.Client;
beforeAll(async () => {
  const database = await openTestDatabase('accounts');
  test = await createTestPlatform({ database, joins: true, config: { databaseUrl: database.connectionString } });
  holder = await connectBeside(database);
});
afterAll(async () => {
  await holder.end();
  await test.close();
});
beforeEach(async () => {
  // The provider uses the system clock.
  test.clock.set(new Date());
  const { db } = test.platform;
  for (const table of ['totp_secrets', 'recovery_codes', 'second_factor_roles', 'passkeys'] as const) await db.deleteFrom(table).execute();
});

/**
 * The answer to a proof sent while the end of the account's sessions is written but not committed: it waits, or is answered without
 * waiting.
 */
async function whileEnding<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  await holder.query('begin');
  await holder.query('update accounts set proofs_from = $1 where account_id = $2', [test.clock.now(), accountId]);
  let isAnswered = false;
  const answer = act().finally(() => (isAnswered = true));
  const goesOn = async (): Promise<boolean> => {
    await holder.query('select pg_stat_clear_snapshot()'); // otherwise a transaction caches the statistics
    const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    return isAnswered || (await holder.query(waits)).rowCount === 1;
  };
  await expect.poll(goesOn, { interval: 10 }).toBe(true);
  await holder.query('commit');
  return answer;
}

/** A browser on the provider's page. */
async function atPage() {
  const browser = createOidcBrowser(test.app, origin);
  const address = (await browser.request('GET', authorizationRequest(origin).url)).location ?? '';
  const password = () => browser.request('POST', address, { form: { email, password: demoPassword } });
  return { browser, address, password };
}

it('a password that comes meanwhile leads to no session', { tags: ['M-13', 'G-25', 'A-7'] }, async () => {
  const { password } = await atPage();
  expect((await whileEnding(password)).location).toBeNull();
  expect((await (await atPage()).password()).location).toContain('/idp/authorize/');
});

it('a code that comes meanwhile, after a password of before, is not taken', { tags: ['M-13', 'G-25', 'A-7'] }, async () => {
  const { app } = await setUpApp(test, await test.signIn(email));
  const { proofsFrom } = await test.platform.db
    .selectFrom('accounts')
    .select('proofs_from as proofsFrom')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const typed = { accountId, typed: app.shows(), recovery: true, proofsFrom, ip: '127.0.0.1', correlationId: 'test' };
  expect(await whileEnding(() => proveByCode(test.platform, typed))).toBe('wrong');
});

it('a passkey that is made meanwhile, after a password of before, is not kept', { tags: ['M-13', 'G-25', 'A-7'] }, async () => {
  const { db } = test.platform;
  await db.insertInto('second_factor_roles').values({ tenant_id: 'demo', role: 'bank_ops' }).execute();
  const { browser, address, password } = await atPage();
  await password();
  const asked = await browser.request('POST', `${address}/passkey/new/options`, { headers: { origin } });
  const assertion = JSON.stringify(createSoftwarePasskey().create(JSON.parse(asked.body), { origin }));
  const made = await whileEnding(() => browser.request('POST', `${address}/passkey/new`, { form: { assertion } }));
  expect([made.location, await db.selectFrom('passkeys').select('name').execute()]).toEqual([null, []]);
});
