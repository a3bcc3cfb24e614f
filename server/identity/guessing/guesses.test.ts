import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { confirmAddress } from '../../letters/newAddresses.ts';
import { readMailbox } from '../../testing/mailbox.ts';
import { createTestPlatform, type TestPlatform } from '../../testing/platform.ts';
import { demoPassword } from '../demo/demoAccounts.ts';
import { guessesBeforeTold } from './guesses.ts';
import { pruneIdentity } from '../prune.ts';

const owner = { id: 'usr-demo-operator', email: 'operator@ukweli.example' };
const hour = 3_600_000;
let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());
beforeEach(async () => {
  for (const table of ['account_guesses', 'account_letters', 'confirmed_addresses', 'sign_in_attempts'] as const)
    await test.platform.db.deleteFrom(table).execute();
});

const login = async (password: string, ip: string, email = owner.email, cookie = '') => {
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: ip,
    headers: { 'content-type': 'application/json', origin: test.platform.config.origin, 'x-correlation-id': 'guesses', cookie },
    payload: JSON.stringify({ email, password }),
  });
  return /ukweli_device=[^;]+/.exec(String(answer.headers['set-cookie']))?.[0] ?? '';
};
/** Sends wrong passwords; deletes the limits' counts before each, so that every one is checked. */
const guess = async (count: number, ip: (go: number) => string, email = owner.email, cookie = '') => {
  for (let go = 0; go < count; go += 1) {
    await test.platform.db.deleteFrom('sign_in_attempts').execute();
    await login(`guess ${go}`, ip(go), email, cookie);
  }
};
const triesOf = async (email: string): Promise<number> =>
  (
    await test.platform.db
      .selectFrom('account_guesses')
      .innerJoin('accounts', 'accounts.account_id', 'account_guesses.account_id')
      .select('tries')
      .where('email', '=', email)
      .executeTakeFirst()
  )?.tries ?? 0;
const letters = () => test.platform.db.selectFrom('account_letters').selectAll().where('purpose', '=', 'sign_in_guesses').execute();
const warnings = async () =>
  (await test.platform.db.selectFrom('audit_records').selectAll().where('action', '=', 'account.guess_warning').execute()).length;
const confirm = () => confirmAddress(test.platform.db, owner.id, owner.email, test.clock.now());

it('the owner is told by mail once strangers have guessed often enough: how often, from where, and what to do; once a day, and on record', {
  tags: ['G-6', 'A-25'],
}, async () => {
  await confirm();
  const before = await warnings();
  await guess(guessesBeforeTold - 1, () => '203.0.113.7');
  await expect.poll(() => triesOf(owner.email)).toBe(guessesBeforeTold - 1);
  expect(await letters()).toEqual([]);
  await guess(1, () => '203.0.113.8');
  await expect.poll(letters).toHaveLength(1);
  // Sent at once: no delivery round runs in this test.
  const sent = () => readMailbox(test.platform.config.dataDir).filter(({ subject }) => subject === 'Somebody is trying to sign in as you');
  await expect.poll(() => sent().length).toBe(1);
  expect(sent()[0]?.text).toContain('several places, the last of them: 203.0.113.8');
  expect(sent()[0]?.text).toContain(`${guessesBeforeTold} wrong passwords`);
  expect(sent()[0]?.text).not.toContain('guess ');
  expect(await warnings()).toBe(before + 1);
  await guess(25, () => '203.0.113.9');
  await expect.poll(() => triesOf(owner.email)).toBe(guessesBeforeTold + 25);
  expect(await letters()).toHaveLength(1);
  // The next day there is another warning.
  test.clock.advance(25 * hour);
  await guess(guessesBeforeTold, () => '203.0.113.7');
  await expect.poll(letters).toHaveLength(2);
});

it('nobody is written to at an address that was never confirmed, nor for an account that is not active; a known device’s slips and made-up addresses count for nothing', {
  tags: ['G-6'],
}, async () => {
  const before = await warnings();
  await guess(guessesBeforeTold, () => '203.0.113.7');
  await expect.poll(warnings).toBe(before + 1);
  expect(await letters()).toEqual([]);
  // The record says why no letter was written; for a letter that was sent, only that it was.
  const lines = await test.platform.db
    .selectFrom('audit_records')
    .select(['outcome', 'details'])
    .where('action', '=', 'account.guess_warning')
    .orderBy('audit_id')
    .execute();
  expect([lines.at(0), lines.at(-1)]).toEqual([
    { outcome: 'done', details: { tries: guessesBeforeTold } },
    { outcome: 'refused', details: { tries: guessesBeforeTold, why: 'unconfirmed_address' } },
  ]);

  await test.platform.db.deleteFrom('account_guesses').execute();
  await confirm();
  await test.platform.db.updateTable('accounts').set({ status: 'inactive' }).where('account_id', '=', owner.id).execute();
  await guess(3, () => '203.0.113.7');
  await test.platform.db.updateTable('accounts').set({ status: 'active' }).where('account_id', '=', owner.id).execute();
  const mark = await login(demoPassword, '203.0.113.7');
  await guess(3, () => '203.0.113.7', owner.email, mark);
  await guess(3, () => '203.0.113.7', 'nobody@ukweli.example');
  // Counted after the ones above, so a total of one shows that none of those counts.
  await guess(1, () => '203.0.113.7');
  await expect.poll(() => triesOf(owner.email)).toBe(1);
});

it('the counts go in the end', { tags: ['G-6', 'A-14'] }, async () => {
  await guess(1, () => '203.0.113.7');
  await expect.poll(() => triesOf(owner.email)).toBe(1);
  await pruneIdentity(test.platform.db, new Date(test.clock.now().getTime() + 47 * hour));
  expect(await triesOf(owner.email)).toBe(1);
  await pruneIdentity(test.platform.db, new Date(test.clock.now().getTime() + 49 * hour));
  expect(await triesOf(owner.email)).toBe(0);
});
