import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { demoPassword } from '../identity/demo/demoAccounts.ts';
import { headerOf, type LetterTest, prepareLetterTest, tokenIn, users } from '../testing/letterTest.ts';
import type { TestPlatform } from '../testing/platform.ts';

let letters: LetterTest;
beforeAll(async () => {
  letters = await prepareLetterTest();
});
afterEach(() => letters.reset());
afterAll(() => letters.close());

const operator = 'operator@ukweli.example';
/** Text that an attacker would like the platform to send. */
const words = 'Your prize waits at evil dot example';
const stranger = (index: number | string) => `stranger.${index}@elsewhere.example`;
const name = (test: TestPlatform, email: string, to: string) =>
  test.signIn(email).then((client) => client.call('PATCH', '/api/profile', { email: to, currentPassword: demoPassword }));
const textOf = (message: string) => message.replaceAll(/=\r\n/g, '');

it('an operator cannot make the platform say any words to a stranger: neither by a name nor by an address, and to five of them a day at most', {
  tags: ['G-15'],
}, async () => {
  const test = await letters.start();
  const client = await test.signIn(operator);
  expect((await client.call('PATCH', '/api/profile', { name: words })).status).toBe(200);
  const statuses: number[] = [];
  for (let index = 0; index < 7; index += 1) {
    letters.clock.advance(61 * 60_000); // so the hourly limit does not apply
    statuses.push((await name(test, operator, stranger(index))).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  const refused = await name(test, operator, stranger('more'));
  expect(refused.json().error.message).toBe('You have requested 5 new addresses within a day. Try again later');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60 * 60);
  // An address that was named before is not counted as new.
  expect((await name(test, operator, stranger(4))).status).toBe(200);
  await test.platform.letters.round();

  const sent = letters.came().filter((one) => headerOf(one, 'To').includes('elsewhere.example'));
  // Only the last address is valid, but an earlier letter may have been in transfer already.
  expect(sent.map((one) => headerOf(one, 'To'))).toContain(stranger(4));
  for (const one of sent) expect([0, 1, 2, 3, 4].map(stranger)).toContain(headerOf(one, 'To'));
  for (const { message } of sent) {
    expect(textOf(message)).not.toContain('prize');
    expect(textOf(message)).toContain('Hello,');
  }
  // A day later new addresses are allowed again.
  letters.clock.advance(25 * 3_600_000);
  expect((await name(test, operator, stranger('later'))).status).toBe(200);
});

it('an administrator neither: not by making an account, nor by what is changed of it; once its owner has used a link, letters say what was changed', {
  tags: ['G-15'],
}, async () => {
  const test = await letters.start();
  const admin = await test.signIn('admin@ukweli.example');
  const made = await admin.post(
    users,
    { email: stranger('new'), name: words, role: 'operator' },
    { 'idempotency-key': 'new-address-test-0001' },
  );
  expect(made.status, made.body).toBe(200);
  const { id } = made.json().user;
  const rename = async (to: string, key: string) => {
    const { version } = (await admin.get(`${users}/${id}`)).json().user;
    const answer = await admin.call('PATCH', `${users}/${id}?version=${version}`, { name: to }, { 'idempotency-key': key });
    expect(answer.status, answer.body).toBe(200);
  };
  await rename(`${words} now`, 'new-address-test-0002');
  await letters.askFor(test, stranger('new'));
  await test.platform.letters.round();
  const before = letters.came();
  expect(letters.subjects()).toEqual(['You have an account', 'Your name was changed', 'Set a new password']);
  for (const { message } of before) {
    expect(textOf(message)).not.toContain('prize');
    expect(textOf(message)).toContain('Hello,');
  }
  expect((await letters.confirm(test, tokenIn(before.at(-1)))).status).toBe(200);
  await rename('Amina Otieno', 'new-address-test-0003');
  await test.platform.letters.round();
  const after = letters
    .came()
    .slice(before.length)
    .map(({ message }) => textOf(message));
  expect(after.at(-1)).toContain('Your account is called Amina Otieno from now on');
  expect(after.at(-1)).toContain(`Hello ${words} now,`);
});

it('a tenant’s administrators take in two hundred people a day, however many at once, and are told when it is enough', {
  tags: ['G-15'],
}, async () => {
  const test = await letters.start();
  const { db, clock } = test.platform;
  const now = clock.now();
  const row = (index: number) => ({
    letter_id: `letter-${index}`,
    account_id: 'usr-demo-auditor',
    purpose: 'welcome' as const,
    to_address: null,
    to_name: '',
    facts: '{}',
    message_id: `<${index}@test>`,
    link_key: null,
    written_at: now,
    waiting_since: now,
    due_at: now,
    state: 'sent' as const,
    ended_at: now,
  });
  await db
    .insertInto('account_letters')
    .values(Array.from({ length: 198 }, (_, index) => row(index)))
    .execute();
  const admin = await test.signIn('admin@ukweli.example');
  const make = (index: number) =>
    admin.post(
      users,
      { email: stranger(`many.${index}`), name: 'New Person', role: 'operator' },
      { 'idempotency-key': `many-new-addresses-${index}00` },
    );
  const answers = await Promise.all([0, 1, 2, 3].map(make));
  // On a busy machine a request may time out while waiting (503); repeat it under its key.
  for (const [index, { status }] of answers.entries()) if (status === 503) answers[index] = await make(index);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
  const made = await db.selectFrom('accounts').select('email').where('email', 'like', 'stranger.many%').execute();
  expect(made).toHaveLength(2);
  // A suspended account gets no letter, and another tenant has its own limit.
  expect(
    (
      await admin.post(
        users,
        { email: stranger('quiet'), name: 'Quiet Person', role: 'operator', status: 'suspended' },
        { 'idempotency-key': 'quiet-new-address-00' },
      )
    ).status,
  ).toBe(200);
});
