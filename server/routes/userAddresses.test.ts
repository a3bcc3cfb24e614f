// Address changes requested by an administrator, and what withdraws them (issue 17, points 15 and 25).
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readMailbox } from '../testing/mailbox.ts';
import { createTestPlatform, type TestAnswer, type TestClient, type TestPlatform } from '../testing/platform.ts';

let test: TestPlatform;
let admin: TestClient;
let keys = 0;
const key = () => ({ 'idempotency-key': `user-addresses-${String((keys += 1)).padStart(6, '0')}` });
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());
beforeEach(async () => {
  admin = await test.signIn('admin@ukweli.example');
});
const change = (id: string, body: object): Promise<TestAnswer> => admin.call('PATCH', `/api/v1/admin/users/${id}`, body, key());
const look = async (id: string) => (await admin.get(`/api/v1/admin/users/${id}`)).json().user;
/** The token of the link last sent to this address. */
const linkTo = (to: string, subject: string): Promise<string | null> =>
  vi.waitFor(
    () => {
      const letter = readMailbox(test.platform.config.dataDir).findLast((one) => one.to === to && one.subject === subject);
      if (letter === undefined) throw new Error(`no letter '${subject}' to ${to}`);
      return letter.token;
    },
    { timeout: 15_000 },
  );
const confirm = async (token: string | null) => (await test.anonymous().post('/api/auth/email/confirm', { token })).status;

describe('a new address that waits', { tags: ['G-25'] }, () => {
  it('waits no more once its account was deactivated: whoever is let in again is at the address of before', {
    tags: ['A-22'],
  }, async () => {
    const { email } = await look('usr-demo-bank');
    expect((await change('usr-demo-bank', { email: 'thief@elsewhere.example' })).status).toBe(200);
    const token = await linkTo('thief@elsewhere.example', 'Confirm your new email address');
    expect((await change('usr-demo-bank', { status: 'inactive' })).json().user.pendingEmail).toBeNull();
    expect((await change('usr-demo-bank', { status: 'active' })).status).toBe(200);
    expect(await confirm(token)).toBe(410);
    expect(await look('usr-demo-bank')).toMatchObject({ email, pendingEmail: null });
  });

  it('is taken back by naming the one that stands: one that was mistyped belongs to somebody', async () => {
    const { email, version } = await look('usr-demo-auditor');
    expect((await change('usr-demo-auditor', { email: 'mistyped@elsewhere.example' })).json().user.pendingEmail).toBe(
      'mistyped@elsewhere.example',
    );
    const token = await linkTo('mistyped@elsewhere.example', 'Confirm your new email address');
    expect((await change('usr-demo-auditor', { email })).json().user).toMatchObject({ email, pendingEmail: null, version });
    expect(await confirm(token)).toBe(410);
  });

  it('is written to five times an hour, however often an administrator names it', { tags: ['G-15'] }, async () => {
    const statuses: number[] = [];
    for (let go = 0; go < 7; go += 1) statuses.push((await change('usr-demo-operator', { email: 'victim@elsewhere.example' })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });
});

it('an account that its owner has taken up by a link, and that was started anew before they signed in, is no mistyped one', {
  tags: ['G-25'],
}, async () => {
  const email = 'neema.otieno@ukweli.example';
  const made = await admin.post('/api/v1/admin/users', { name: 'Neema Otieno', email, role: 'operator' }, key());
  const { id } = made.json().user;
  await test.anonymous().post('/api/auth/password-reset', { email });
  const token = await linkTo(email, 'Set a new password');
  const taken = await test.anonymous().post('/api/auth/password-reset/confirm', { token, password: 'Nalubaale-Ripon-47!' });
  expect(taken.status, taken.body).toBe(200);
  expect((await admin.post(`/api/v1/admin/users/${id}/start-anew`, undefined, key())).status).toBe(200);
  expect((await change(id, { email: 'thief.too@elsewhere.example' })).json().user).toMatchObject({
    email,
    pendingEmail: 'thief.too@elsewhere.example',
  });
});
