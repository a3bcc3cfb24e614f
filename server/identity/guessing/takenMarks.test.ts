// Marks of known devices held by a thief who had the account before its password was changed.
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { readMailbox } from '../../testing/mailbox.ts';
import { createTestPlatform, type TestAnswer, type TestPlatform } from '../../testing/platform.ts';
import { demoPassword } from '../demo/demoAccounts.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform();
});
beforeEach(() => test.platform.db.deleteFrom('sign_in_attempts').execute());
afterAll(() => test.close());

const stronger = 'Mlima-Kenya-5199!';
const markIn = (answer: TestAnswer): string => /ukweli_device=[^;]+/.exec(String(answer.headers['set-cookie']))?.[0] ?? '';
const login = (email: string, password: string, mark = '') => test.holding(mark).post('/api/auth/login', { email, password });
/** Signs in repeatedly, as anybody with the password can; each browser gets its own mark. */
async function takeMarks(email: string): Promise<string[]> {
  const marks: string[] = [];
  for (let go = 0; go < 12; go += 1) marks.push(markIn(await login(email, demoPassword)));
  expect(new Set(marks).size).toBe(12);
  return marks;
}
/** How many of two guesses per device are checked rather than refused. */
async function guessesLookedAt(email: string, marks: readonly string[]): Promise<number> {
  let looked = 0;
  for (const mark of [...marks, ...marks]) if ((await login(email, `guess ${looked}`, mark)).status === 401) looked += 1;
  return looked;
}
const toldOf = async (accountId: string) =>
  (await test.platform.db.selectFrom('account_guesses').select('tries').where('account_id', '=', accountId).executeTakeFirst())?.tries ?? 0;

it('after a reset the marks that a thief took with the old password are a stranger’s; the browser that set the new one is known', {
  tags: ['G-6', 'G-9', 'A-25'],
}, async () => {
  const email = 'bank@ukweli.example';
  const marks = await takeMarks(email);
  await test.anonymous().post('/api/auth/password-reset', { email });
  const token = await vi.waitFor(
    () => {
      const found = readMailbox(test.platform.config.dataDir).find((letter) => letter.to === email && letter.token !== null)?.token;
      if (found == null) throw new Error('The letter is not there yet');
      return found;
    },
    { timeout: 15_000 },
  );
  const reset = await test.anonymous().post('/api/auth/password-reset/confirm', { token, password: stronger });
  expect(reset.status).toBe(200);
  // Five from one place and a sixth, as for any unknown device; and the owner's count of guesses rises.
  expect(await guessesLookedAt(email, marks)).toBe(6);
  await vi.waitFor(async () => expect(await toldOf('usr-demo-bank')).toBe(6), { timeout: 15_000 });
  const own = await login(email, stronger, markIn(reset));
  expect(own.status).toBe(200);
  expect((await login(email, stronger, markIn(own))).status).toBe(200);
});

it('a password that is changed in the profile makes strangers of all marks but the one of the browser it was changed in', {
  tags: ['G-6'],
}, async () => {
  const email = 'operator@ukweli.example';
  const marks = await takeMarks(email);
  const changed = await (await test.signIn(email)).post('/api/profile/password', { currentPassword: demoPassword, newPassword: stronger });
  expect(changed.status, changed.body).toBe(200);
  expect(await guessesLookedAt(email, marks)).toBe(6);
  expect((await login(email, stronger, markIn(changed))).status).toBe(200);
});
