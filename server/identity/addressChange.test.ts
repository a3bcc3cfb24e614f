import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { isConfirmed } from '../letters/newAddresses.ts';
import { readMailbox } from '../testing/mailbox.ts';
import { createTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { demoPassword } from './demo/demoAccounts.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());

/**
 * Runs `acts` so that all have read, or wait to read, before any may write to an account. On the embedded database transactions run one
 * after the other anyway.
 */
async function together<T>(acts: readonly (() => Promise<T>)[]): Promise<T[]> {
  const { db, database } = test.platform;
  if (database.kind === 'embedded') return Promise.all(acts.map((act) => act()));
  const held = await db.transaction().execute(async (trx) => {
    await sql`lock table accounts in share row exclusive mode`.execute(trx);
    const running = acts.map((act) => act());
    const waiting = sql<{ count: string }>`
      select count(*) as count from pg_locks
      where not granted and database = (select oid from pg_database where datname = current_database())`;
    await vi.waitFor(async () => expect(Number((await waiting.execute(trx)).rows[0]?.count)).toBe(acts.length), { timeout: 15_000 });
    return { running };
  });
  return Promise.all(held.running);
}

it('of several who confirm one address at once it is the first one’s, and the others’ links lead nowhere', {
  tags: ['A-14', 'D-22'],
}, async () => {
  const wanted = 'duty@ukweli.example';
  const people = ['admin@ukweli.example', 'operator@ukweli.example', 'auditor@ukweli.example', 'bank@ukweli.example'];
  for (const email of people) {
    const client = await test.signIn(email);
    expect((await client.call('PATCH', '/api/profile', { email: wanted, currentPassword: demoPassword })).status).toBe(200);
  }
  const links = () => readMailbox(test.platform.config.dataDir).filter(({ to }) => to === wanted);
  await vi.waitFor(() => expect(links()).toHaveLength(people.length), { timeout: 15_000 });
  const answers = await together(
    links().map(
      ({ token }) =>
        () =>
          test.anonymous().post('/api/auth/email/confirm', { token }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);
  const owners = await test.platform.db.selectFrom('accounts').select('account_id').where('email_key', '=', wanted).execute();
  expect(owners).toHaveLength(1);
});

it('an address counts as its owner’s own once its link was used, and not before: only then may letters there carry names', {
  tags: ['M-13', 'G-15'],
}, async () => {
  const { db, config } = test.platform;
  const [email, wanted] = ['operator@kampala.example', 'night@kampala.example'];
  const { accountId } = await db
    .selectFrom('accounts')
    .select('account_id as accountId')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const client = await test.signIn(email);
  expect((await client.call('PATCH', '/api/profile', { email: wanted, currentPassword: demoPassword })).status).toBe(200);
  const letter = () => readMailbox(config.dataDir).find(({ to }) => to === wanted);
  await vi.waitFor(() => expect(letter()).toBeDefined(), { timeout: 15_000 });
  expect(await isConfirmed(db, accountId, wanted)).toBe(false);
  expect((await test.anonymous().post('/api/auth/email/confirm', { token: letter()?.token })).status).toBe(200);
  expect(await isConfirmed(db, accountId, wanted)).toBe(true);
});

it('links are not to be guessed: whoever tries on is told to wait', { tags: ['A-14'] }, async () => {
  const guess = (token: string) => test.anonymous().post('/api/auth/email/confirm', { token });
  const statuses: number[] = [];
  while (statuses.at(-1) !== 429 && statuses.length < 200) statuses.push((await guess('A'.repeat(43))).status);
  expect(new Set(statuses)).toEqual(new Set([410, 429]));
  const refused = await guess('A'.repeat(43));
  expect(refused.json().error.code).toBe('rate_limited');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  await test.platform.db.deleteFrom('sign_in_attempts').execute();
  expect((await guess('A'.repeat(43))).status).toBe(410);
});
