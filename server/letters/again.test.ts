import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { headers } from '../../src/contracts/endpoints.ts';
import type { UserLetter } from '../../src/contracts/userLetter.ts';
import { pruneIdentity } from '../identity/prune.ts';
import { type MailServer, startMailServer } from '../testing/mailServer.ts';
import { createFakeClock, createTestPlatform, type TestAnswer, type TestClient, type TestPlatform } from '../testing/platform.ts';

const hour = 3_600_000;
const users = '/api/v1/admin/users';
const email = 'auditor@ukweli.example';
const id = 'usr-demo-auditor';

let mail: MailServer;
let test: TestPlatform;
let admin: TestClient;
const clock = createFakeClock();
let keys = 0;
beforeAll(async () => {
  mail = await startMailServer();
  test = await createTestPlatform({ clock, config: { mail: { smtpUrl: mail.url, from: 'no-reply@console.example' } } });
});
afterAll(async () => {
  await test.close();
  await mail.close();
});
beforeEach(async () => {
  clock.advance(2 * hour);
  await mail.back();
  await test.platform.letters.round();
  const { db } = test.platform;
  for (const table of ['account_links', 'account_letters'] as const) await db.deleteFrom(table).execute();
  admin = await test.signIn('admin@ukweli.example');
});

/** An administrator signs in for each look, because hours pass in these tests. */
const letters = async (): Promise<UserLetter[]> => {
  admin = await test.signIn('admin@ukweli.example');
  return (await admin.get(`${users}/${id}`)).json().user.letters;
};
const newest = async (): Promise<UserLetter> => {
  const [letter] = await letters();
  if (letter === undefined) throw new Error('There is no letter');
  return letter;
};
const again = (
  letterId: string,
  key = `letter-again-key-${String((keys += 1)).padStart(7, '0')}`,
  client = admin,
  seen?: UserLetter['state'],
): Promise<TestAnswer> =>
  client.post(`${users}/${id}/letters/${letterId}/again${seen === undefined ? '' : `?seen=${seen}`}`, undefined, {
    [headers.idempotency]: key,
  });
const round = () => test.platform.letters.round();
const lines = () =>
  test.platform.db.selectFrom('audit_records').selectAll().where('action', '=', 'account.letter_again').orderBy('audit_id').execute();
/** Requests a password reset. */
async function wish(): Promise<void> {
  await test.platform.db.deleteFrom('sign_in_attempts').execute();
  expect((await test.anonymous().post('/api/auth/password-reset', { email })).status).toBe(200);
  await expect.poll(() => test.platform.db.selectFrom('reset_wishes').select('wish_id').execute()).toEqual([]);
}
/** Requests a reset whose letter is tried for 24 hours without success. */
async function wishInVain(): Promise<void> {
  await mail.away();
  await wish();
  await round();
  clock.advance(24 * hour);
  await round();
}
const tokenOf = (message = ''): string => /token=([\w-]{43})/.exec(message.replaceAll(/=\r\n/g, '').replaceAll('=3D', '='))?.[1] ?? '';
const messageIdOf = (message = ''): string => /^Message-ID: (.*)$/m.exec(message)?.[1]?.trim() ?? '';

it('a letter that was given up after 24 hours goes out as the same letter with the same link, once, and stands on record', {
  tags: ['S-9'],
}, async () => {
  await wishInVain();
  const { message_id } = await test.platform.db.selectFrom('account_letters').select('message_id').executeTakeFirstOrThrow();
  const given = await newest();
  expect(given).toMatchObject({ purpose: 'reset', state: 'given_up', trouble: 'unreachable', endedAt: clock.now().toISOString() });
  expect(await test.platform.metrics.text()).toMatch(/^ukweli_letters_given_up 1$/m);
  // Days later, after expired links were removed.
  clock.advance(48 * hour);
  await pruneIdentity(test.platform.db, clock.now());
  await mail.back();
  admin = await test.signIn('admin@ukweli.example');
  const since = clock.now().toISOString();
  const key = 'letter-again-once-00001';
  // The platform also sends on its own after the first call.
  const before = mail.delivered.length;
  const [first, second] = [await again(given.id, key), await again(given.id, key)];
  expect(first.status, first.body).toBe(200);
  expect(first.json().user.letters).toMatchObject([{ id: given.id, state: 'waiting', since, endedAt: null, trouble: null }]);
  expect(second.json()).toEqual(first.json());
  await round();
  expect(mail.delivered).toHaveLength(before + 1);
  const message = mail.delivered.at(-1)?.message;
  expect(messageIdOf(message)).toBe(message_id);
  expect(await newest()).toMatchObject({ state: 'sent' });
  expect((await lines()).at(-1)).toMatchObject({
    actor_id: 'usr-demo-admin',
    target: id,
    outcome: 'done',
    details: { letter: given.id, purpose: 'reset' },
  });
  expect((await lines()).filter(({ target, outcome }) => target === id && outcome === 'done')).toHaveLength(1);
  const confirm = () =>
    test.anonymous().post('/api/auth/password-reset/confirm', { token: tokenOf(message), password: 'Mlima-Kenya-5199!' });
  expect([(await confirm()).status, (await confirm()).status]).toEqual([200, 410]);
});

it('one that waits for another try goes out now; one that is on its way anyway is left alone, and no line says otherwise', {
  tags: ['S-9'],
}, async () => {
  const before = (await lines()).length;
  await mail.away();
  await wish();
  for (let tries = 0; tries < 6; tries += 1) {
    await round();
    clock.advance(hour / 6);
  }
  await round();
  const waiting = await newest();
  expect(waiting).toMatchObject({ state: 'waiting', trouble: 'unreachable' });
  await mail.back();
  const delivered = mail.delivered.length;
  await round();
  expect(mail.delivered).toHaveLength(delivered);
  expect((await again(waiting.id)).status).toBe(200);
  await round();
  expect(mail.delivered).toHaveLength(delivered + 1);
  expect(await lines()).toHaveLength(before + 1);

  // Written but not tried yet.
  await test.platform.db
    .transaction()
    .execute((trx) =>
      test.platform.letters.write(trx, { purpose: 'password_changed', accountId: id, to: email, name: 'Amina Yusuf', facts: {} }),
    );
  const fresh = await newest();
  expect((await again(fresh.id)).json().user.letters[0]).toEqual(fresh);
  expect(await lines()).toHaveLength(before + 1);
});

it('one that was sent is sent anew, as another letter, five times an hour; one with a link is not', { tags: ['S-9'] }, async () => {
  await test.platform.db.transaction().execute((trx) =>
    test.platform.letters.write(trx, {
      purpose: 'name_changed',
      accountId: id,
      to: email,
      name: 'Amina Yusuf',
      facts: { newName: 'Amina Y', by: null },
    }),
  );
  await round();
  const sent = await newest();
  const statuses: number[] = [];
  for (let time = 0; time < 5; time += 1) statuses.push((await again(sent.id)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
  await round();
  const five = mail.delivered.slice(-5).map(({ message }) => message);
  expect(new Set(five.map(messageIdOf)).size).toBe(5);
  for (const message of five) expect(message).toContain('Your account is called Amina Y from now on');
  expect((await letters()).map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'sent'));

  await wish();
  await round();
  const reset = await newest();
  expect(reset).toMatchObject({ purpose: 'reset', state: 'sent' });
  const refused = await again(reset.id);
  expect([refused.status, refused.json().error.message]).toEqual([
    409,
    'The link in this email was sent and works once. Its owner must request a new one',
  ]);
});

it('not where it may not go out: its link has expired, or the account is not active', { tags: ['S-9'] }, async () => {
  await wishInVain();
  const given = await newest();
  const status = (to: 'active' | 'suspended') => admin.call('PATCH', `${users}/${id}`, { status: to });
  expect((await status('suspended')).status).toBe(200);
  const inactive = await again(given.id);
  expect([inactive.status, inactive.json().error.message]).toEqual([409, 'The account is not active. Activate it first']);
  expect((await status('active')).status).toBe(200);
  expect((await admin.call('PATCH', `${users}/${id}`, { email: 'amina@ukweli.example' })).status).toBe(200);
  const superseded = await again(given.id);
  expect([superseded.status, superseded.json().error.message]).toEqual([
    409,
    'The link in this email has expired. Its owner must request a new one',
  ]);
  const { user } = (await admin.get(`${users}/${id}`)).json();
  expect(user).toMatchObject({ email, pendingEmail: 'amina@ukweli.example' });
  expect(user.letters.find((letter: { id: string }) => letter.id === given.id).state).toBe('given_up');
});

it('for administrators alone, of letters of their own tenant’s accounts, under a key, and not in read-only mode', {
  tags: ['S-9', 'A-9'],
}, async () => {
  await wishInVain();
  const { id: letterId } = await newest();
  for (const who of ['bank@ukweli.example', 'auditor@ukweli.example', 'operator@ukweli.example'])
    expect([who, (await again(letterId, undefined, await test.signIn(who))).status]).toEqual([who, 403]);
  expect((await admin.post(`${users}/${id}/letters/${letterId}/again`)).status).toBe(400);
  const key = { [headers.idempotency]: 'letter-again-foreign-1' };
  expect((await admin.post(`${users}/usr-demo-bank/letters/${letterId}/again`, undefined, key)).status).toBe(404);
  await test.platform.db.updateTable('account_letters').set({ account_id: 'usr-kampala-operator' }).execute();
  expect((await admin.post(`${users}/usr-kampala-operator/letters/${letterId}/again`, undefined, key)).status).toBe(404);
  await test.platform.db.updateTable('account_letters').set({ account_id: id }).execute();
  const pull = { active: true, reason: 'A drill', confirmation: 'STOP' };
  expect((await admin.call('PUT', '/api/system/kill-switch', pull)).status).toBe(200);
  expect((await again(letterId)).status).toBe(423);
  const { version } = (await admin.get('/api/system/kill-switch')).json();
  expect((await admin.call('PUT', '/api/system/kill-switch', { active: false, version, reason: 'The drill is over' })).status).toBe(200);
  expect((await newest()).state).toBe('given_up');
});

it('a letter that was seen waiting and has been sent since is not sent twice, with a link or without; one that was seen sent is', {
  tags: ['S-9', 'S-13'],
}, async () => {
  await mail.away();
  await wish();
  await test.platform.db
    .transaction()
    .execute((trx) =>
      test.platform.letters.write(trx, { purpose: 'password_changed', accountId: id, to: email, name: 'Amina Yusuf', facts: {} }),
    );
  await round();
  const seen = await letters();
  expect(seen.map(({ purpose, state }) => [purpose, state])).toEqual(
    expect.arrayContaining([
      ['reset', 'waiting'],
      ['password_changed', 'waiting'],
    ]),
  );
  const before = (await lines()).length;
  await mail.back();
  clock.advance(hour);
  await round();
  admin = await test.signIn('admin@ukweli.example');
  const delivered = mail.delivered.length;
  for (const letter of seen) {
    const late = await again(letter.id, undefined, admin, 'waiting');
    expect([late.status, late.json().user.letters.map(({ state }: UserLetter) => state)]).toEqual([200, ['sent', 'sent']]);
  }
  await round();
  expect([mail.delivered.length, (await lines()).length]).toEqual([delivered, before]);

  const [notice] = seen.filter(({ purpose }) => purpose === 'password_changed');
  expect((await again(notice?.id ?? '', undefined, admin, 'sent')).status).toBe(200);
  await round();
  expect([mail.delivered.length, (await lines()).length]).toEqual([delivered + 1, before + 1]);
  expect((await again(notice?.id ?? '', undefined, admin, 'lost' as never)).status).toBe(400); // not a letter state
});
