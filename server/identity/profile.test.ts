import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startMailServer } from '../testing/mailServer.ts';
import { readMailbox } from '../testing/mailbox.ts';
import { authorizationRequest, createOidcBrowser, exchangeCode, signInAtProvider, heldAtProvider } from '../testing/oidcClient.ts';
import { createFakeClock, createTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { demoPassword } from './demo/demoAccounts.ts';
import { hashPassword } from './passwords/passwords.ts';

const minute = 60_000;
const clock = createFakeClock();
let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform({ clock });
});
afterAll(() => test.close());

const stronger = 'Mlima-Kenya-5199!';
const letters = (to: string) => readMailbox(test.platform.config.dataDir).filter((letter) => letter.to === to);
const newest = async (to: string, subject: string) => {
  await vi.waitFor(() => expect(letters(to).at(-1)?.subject).toBe(subject), { timeout: 15_000 });
  return letters(to).at(-1)?.token ?? '';
};
const login = (email: string, password: string, more: Record<string, string> = {}) =>
  test.anonymous().post('/api/auth/login', { email, password }, more);

describe('the profile', () => {
  it('says who one is, in which role and state, since when, and nothing secret', { tags: ['I-7'] }, async () => {
    const client = await test.signIn('bank@ukweli.example');
    const profile = (await client.get('/api/profile')).json();
    expect(profile).toMatchObject({
      id: 'usr-demo-bank',
      name: 'Otieno Odhiambo',
      email: 'bank@ukweli.example',
      role: 'bank_ops',
      status: 'active',
      pendingEmail: null,
      hasPassword: true,
      lastLogin: clock.now().toISOString(),
    });
    expect(JSON.stringify(profile)).not.toContain('scrypt');
  });

  it('changes the name, on record, and tells it to the next who asks', { tags: ['I-7'] }, async () => {
    const client = await test.signIn('bank@ukweli.example');
    const changed = await client.call('PATCH', '/api/profile', { name: '  Otieno O. Odhiambo ' });
    expect([changed.status, changed.json().name]).toEqual([200, 'Otieno O. Odhiambo']);
    expect((await client.get('/api/auth/me')).json().name).toBe('Otieno O. Odhiambo');
    const [act] = (await client.get('/api/profile/activity')).json().activities;
    expect(act).toMatchObject({ action: 'profile.update', outcome: 'done', ip: '127.0.0.1' });
  });

  it('is changed over the version that was looked at: what an administrator or another device changed since is not overwritten', {
    tags: ['S-13'],
  }, async () => {
    const [here, there] = [await test.signIn('auditor@ukweli.example'), await test.signIn('auditor@ukweli.example')];
    const { version, name } = (await here.get('/api/profile')).json();
    const change = (who: typeof here, over: number | null, body: object) =>
      who.call('PATCH', `/api/profile${over === null ? '' : `?version=${over}`}`, body);
    const first = await change(there, version, { name: 'Amina A. Yusuf' });
    expect([first.status, first.json().version]).toEqual([200, version + 1]);
    const words = 'Your account was changed meanwhile, by an administrator or on another device. Look at it as it is now, and save again';
    for (const body of [{ name: 'Amina B. Yusuf' }, { email: 'amina.b@ukweli.example', currentPassword: demoPassword }]) {
      const late = await change(here, version, body);
      expect([late.status, late.json().error.code, late.json().error.message]).toEqual([409, 'conflict', words]);
    }
    expect((await here.get('/api/profile')).json()).toMatchObject({ name: 'Amina A. Yusuf', pendingEmail: null, version: version + 1 });
    expect((await change(here, version + 1, { name })).status).toBe(200);
    // A console older than versions sends none.
    expect((await change(here, null, { name: 'Amina C. Yusuf' })).status).toBe(200);
    expect((await change(here, null, { name })).status).toBe(200);
    expect((await change(here, 'x' as never, { name })).status).toBe(400);
  });

  it('a change of name has the old and the new one on record under the account’s id, and its owner is told by mail', {
    tags: ['P-7', 'A-20'],
  }, async () => {
    const client = await test.signIn('bank@ukweli.example');
    const before = (await client.get('/api/profile')).json().name;
    expect((await client.call('PATCH', '/api/profile', { name: 'Otieno Owino Odhiambo' })).status).toBe(200);
    // The previous test's letter has the same subject; the name in it tells them apart.
    await vi.waitFor(
      () =>
        expect(letters('bank@ukweli.example')).toContainEqual(
          expect.objectContaining({
            subject: 'Your name was changed',
            text: expect.stringContaining('Otieno Owino Odhiambo from now on'),
          }),
        ),
      { timeout: 15_000 },
    );
    const line = await test.platform.db
      .selectFrom('audit_records')
      .select(['actor_id', 'actor_name', 'details'])
      .where('action', '=', 'profile.update')
      .orderBy('chain_index', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(line).toMatchObject({ actor_id: 'usr-demo-bank', actor_name: before });
    expect(JSON.parse(JSON.stringify(line.details))).toEqual({ nameBefore: before, nameAfter: 'Otieno Owino Odhiambo' });
  });

  it.each(['Wanjiru Kamau', 'wanjiru  kamau', 'Wаnjiru Kаmau', 'Wanjiru Kamau.', 'Amina Yusuf', 'Аmina Yusuf'])(
    'nobody calls themselves %j, which an active account of the tenant can be taken for',
    { tags: ['P-7', 'A-20'] },
    async (name) => {
      const client = await test.signIn('operator@ukweli.example');
      const refused = await client.call('PATCH', '/api/profile', { name });
      expect([refused.status, refused.json().error.message]).toEqual([
        409,
        'Another account has this name, or one that looks like it. An administrator can set it for you',
      ]);
      expect((await client.get('/api/profile')).json().name).toBe('Chebet Koech');
    },
  );

  it.each([
    ['the platform’s own', 'Monthly Close'],
    ['the platform', 'The Platform'],
    ['an account spelt out beside a name', 'Wanjiru Kamau (usr-demo-admin)'],
    ['signs that nobody sees', '\u2800\u200b\u00ad'],
    ['small capitals', 'ᴡanjiru ᴋamau'],
    ['letters of phonetics', 'Wɑnjiru Kɑmɑu'],
    ['Armenian letters', 'Wanjirս Kamaս'],
    ['the name of somebody of another tenant that they belong to', 'Nakato Kampala'],
  ])('nobody calls themselves by %s', { tags: ['P-7', 'A-20'] }, async (_, name) => {
    const { db } = test.platform;
    const other = await db.selectFrom('accounts').selectAll().where('tenant_id', '=', 'kampala').limit(1).executeTakeFirstOrThrow();
    await db.updateTable('accounts').set({ name: 'Nakato Kampala' }).where('account_id', '=', other.account_id).execute();
    await db
      .insertInto('memberships')
      .values({ account_id: 'usr-demo-operator', tenant_id: 'kampala' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const client = await test.signIn('operator@ukweli.example');
    const before = (await client.get('/api/profile')).json().name;
    const refused = await client.call('PATCH', '/api/profile', { name });
    expect([refused.status, (await client.get('/api/profile')).json().name]).toEqual([409, before]);
    await db.updateTable('accounts').set({ name: other.name }).where('account_id', '=', other.account_id).execute();
    await db.deleteFrom('memberships').where('account_id', '=', 'usr-demo-operator').where('tenant_id', '=', 'kampala').execute();
  });

  it('half of an emoji in a name is written as what it is: no sign', { tags: ['P-7'] }, async () => {
    const client = await test.signIn('operator@ukweli.example');
    const before = (await client.get('/api/profile')).json().name;
    const answer = await client.call('PATCH', '/api/profile', { name: `${before} \ud83d` });
    expect([answer.status, answer.json().name]).toEqual([200, `${before} \ufffd`]);
    expect(await test.platform.audit.firstBroken('demo')).toBeNull();
    expect((await client.call('PATCH', '/api/profile', { name: before })).status).toBe(200);
  });

  it('of two who take one name at once, one gets it', { tags: ['P-7', 'A-20'] }, async () => {
    const clients = await Promise.all(['operator@ukweli.example', 'bank@ukweli.example'].map((email) => test.signIn(email)));
    const names = await Promise.all(clients.map(async (client) => (await client.get('/api/profile')).json().name));
    const answers = await Promise.all(clients.map((client) => client.call('PATCH', '/api/profile', { name: 'Achieng Were' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    for (const [index, client] of clients.entries()) await client.call('PATCH', '/api/profile', { name: names[index] });
  });

  it.each([
    [{ name: 'X' }],
    [{ name: '\u202euamaK urijnaW' }],
    [{ name: 'a\nb' }],
    [{ name: 'x'.repeat(201) }],
    [{}],
    [{ role: 'admin' }],
    [{ name: 'Amina Y', status: 'active' }],
    [{ name: 'Amina Y', tenantId: 'kampala' }],
    [{ name: 'Amina Y', id: 'usr-demo-admin' }],
    [{ password: 'Mlima-Kenya-5199!' }],
  ])('refuses %j: only name and address can be named', { tags: ['A-9', 'I-7'] }, async (body) => {
    const client = await test.signIn('auditor@ukweli.example');
    const before = (await client.get('/api/profile')).body;
    expect((await client.call('PATCH', '/api/profile', body)).status).toBe(400);
    expect((await client.get('/api/profile')).json()).toEqual(JSON.parse(before));
  });
});

describe('another address', () => {
  it('asks for the password, is on record, waits for the letter to be answered, and tells the address before', {
    tags: ['D-22', 'D-27'],
  }, async () => {
    const client = await test.signIn('operator@ukweli.example');
    const wish = (currentPassword?: string) =>
      client.call('PATCH', '/api/profile', {
        email: 'chebet@ukweli.example',
        ...(currentPassword === undefined ? {} : { currentPassword }),
      });
    expect((await wish()).json().error.message).toBe('The current password is not right');
    expect((await wish('wrong')).status).toBe(403);
    const asked = await wish(demoPassword);
    expect(asked.json()).toMatchObject({ email: 'operator@ukweli.example', pendingEmail: { email: 'chebet@ukweli.example' } });
    const { activities } = (await client.get('/api/profile/activity')).json();
    const asks = activities.filter(({ action }: { action: string }) => action === 'account.email_link');
    expect(asks.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['done', 'refused', 'refused']);
    const token = await newest('chebet@ukweli.example', 'Confirm your new email address');
    await newest('operator@ukweli.example', 'A change of your email address was requested');
    expect((await login('chebet@ukweli.example', demoPassword)).status).toBe(401);

    const confirmed = await test.anonymous().post('/api/auth/email/confirm', { token });
    expect(confirmed.json()).toEqual({ email: 'chebet@ukweli.example' });
    expect((await test.anonymous().post('/api/auth/email/confirm', { token })).status).toBe(410);
    expect((await client.get('/api/profile')).json()).toMatchObject({ email: 'chebet@ukweli.example', pendingEmail: null });
    expect((await login('chebet@ukweli.example', demoPassword)).status).toBe(200);
    await newest('operator@ukweli.example', 'Your email address was changed');
    const [change] = (await client.get('/api/profile/activity'))
      .json()
      .activities.filter(({ action }: { action: string }) => action === 'account.email_change');
    expect(change).toMatchObject({ outcome: 'done', target: 'usr-demo-operator', ip: '127.0.0.1' });
  });

  it('says since when its letter waits and, once that is sent, when the link ends: half an hour after the sending, however late one looks', {
    tags: ['M-13', 'D-22', 'S-9'],
  }, async () => {
    const mail = await startMailServer();
    const own = await createTestPlatform({ config: { mail: { smtpUrl: mail.url, from: 'no-reply@console.example' } } });
    try {
      const email = 'chebet@ukweli.example';
      const inMinutes = (count: number) => new Date(own.clock.now().getTime() + count * minute).toISOString();
      const client = await own.signIn('operator@ukweli.example');
      const pending = async () => (await client.get('/api/profile')).json().pendingEmail;
      await mail.away();
      const letterWaitsSince = inMinutes(0);
      const asked = await client.call('PATCH', '/api/profile', { email, currentPassword: demoPassword });
      expect(asked.json().pendingEmail).toEqual({ email, expiresAt: inMinutes(30), letterWaitsSince });
      await own.platform.letters.round();
      own.clock.advance(10 * minute);
      expect(await pending()).toEqual({ email, expiresAt: inMinutes(30), letterWaitsSince });

      await mail.back();
      await own.platform.letters.round();
      expect(mail.delivered.map(({ to }) => to)).toContainEqual([email]);
      const sent = { email, expiresAt: inMinutes(30) };
      expect(await pending()).toEqual(sent);
      own.clock.advance(4 * minute);
      expect(await pending()).toEqual(sent);
    } finally {
      await own.close();
      await mail.close();
    }
  });

  it('does not tell that an address has an account already: its owner is told', { tags: ['A-14'] }, async () => {
    const client = await test.signIn('auditor@ukweli.example');
    const wish = (email: string) => client.call('PATCH', '/api/profile', { email, currentPassword: demoPassword });
    const taken = await wish('admin@ukweli.example');
    // Wait for it before the next request: that would replace a waiting letter, and the first address would get none.
    await newest('admin@ukweli.example', 'Your email address was requested for another account');
    const free = await wish('nobody@ukweli.example');
    const { pendingEmail: one, lastUpdated: _a, ...rest } = taken.json();
    const { pendingEmail: two, lastUpdated: _b, ...others } = free.json();
    expect([taken.status, one.email, two.email]).toEqual([free.status, 'admin@ukweli.example', 'nobody@ukweli.example']);
    expect(rest).toEqual(others);
    expect(letters('admin@ukweli.example').at(-1)?.token).toBeNull();
  });

  it('waits while changes are halted, and the link holds on', { tags: ['D-23'] }, async () => {
    const client = await test.signIn('auditor@ukweli.example');
    await client.call('PATCH', '/api/profile', { email: 'amina@ukweli.example', currentPassword: demoPassword });
    const token = await newest('amina@ukweli.example', 'Confirm your new email address');
    const admin = await test.signIn('admin@ukweli.example');
    const halt = async (active: boolean) => {
      const { version } = (await admin.get('/api/system/kill-switch')).json();
      const body = active ? { active, reason: 'A drill', confirmation: 'STOP' } : { active, version, reason: 'The drill is over' };
      const answer = await admin.call('PUT', '/api/system/kill-switch', body);
      expect(answer.status, answer.body).toBe(200);
    };
    await halt(true);
    expect((await test.anonymous().post('/api/auth/email/confirm', { token })).json().error.code).toBe('read_only_mode');
    await halt(false);
    expect((await test.anonymous().post('/api/auth/email/confirm', { token })).status).toBe(200);
  });
});

describe('the password', () => {
  const email = 'operator@kampala.example';
  /** Restores the seed's password, which people may not choose. */
  const giveBack = async (whose: string): Promise<void> => {
    const password = await hashPassword(demoPassword, test.platform.config.passwordCost);
    await test.platform.db.updateTable('accounts').set({ password }).where('email', '=', whose).execute();
  };

  it.each([
    ['Qwerty123!', /^This password is too common/],
    ['Ukweli-Console-9!', /^This password is made of words of this product/],
    ['Nakato-Ssali-2026!', /^This password is made of your name or address/],
  ])(
    '%s keeps the rules and is refused all the same, in words for its field; nothing is changed',
    { tags: ['G-10'] },
    async (guessable, words) => {
      const here = await test.signIn(email);
      const refused = await here.post('/api/profile/password', { currentPassword: demoPassword, newPassword: guessable });
      expect([refused.status, refused.json().error.code]).toEqual([400, 'bad_request']);
      expect(refused.json().error.message).toMatch(words);
      expect((await login(email, demoPassword)).status).toBe(200);
      await test.platform.db.deleteFrom('sessions').where('account_id', '=', 'usr-kampala-operator').execute();
    },
  );

  it('the seed’s own password opens what the seed made, and is nobody’s to choose', { tags: ['G-10'] }, async () => {
    const here = await test.signIn('auditor@ukweli.example');
    expect((await here.post('/api/profile/password', { currentPassword: demoPassword, newPassword: stronger })).status).toBe(200);
    const back = await here.post('/api/profile/password', { currentPassword: stronger, newPassword: demoPassword });
    expect([back.status, back.json().error.message]).toEqual([400, expect.stringContaining('words of this product')]);
    // The address that earlier tests gave the account.
    const address: string = (await here.get('/api/profile')).json().email;
    await giveBack(address);
    expect((await login(address, demoPassword)).status).toBe(200);
  });

  it('changes for who knows the current one, ends every other session and none of its own', { tags: ['I-7', 'D-22', 'A-7'] }, async () => {
    const here = await test.signIn(email);
    const elsewhere = await test.signIn(email);
    const change = (currentPassword: string, newPassword: string) => here.post('/api/profile/password', { currentPassword, newPassword });
    expect((await change('wrong', stronger)).json().error.message).toBe('The current password is not right');
    expect((await change(demoPassword, 'weak')).json().error.message).toBe('Please meet all password requirements');
    expect((await change(demoPassword, demoPassword)).status).toBe(400);
    const changed = await change(demoPassword, stronger);
    expect([changed.status, changed.json()]).toEqual([200, { endedSessions: 1 }]);
    expect((await elsewhere.get('/api/auth/me')).status).toBe(410);
    expect((await here.get('/api/auth/me')).status).toBe(200);
    expect((await login(email, demoPassword)).status).toBe(401);
    expect((await login(email, stronger)).status).toBe(200);
    await newest(email, 'Your password was changed');
  });

  it('a change takes back the links that were sent before it: no older letter opens the account', { tags: ['D-22', 'A-7'] }, async () => {
    const here = await test.signIn('bank@ukweli.example');
    expect((await test.anonymous().post('/api/auth/password-reset', { email: 'bank@ukweli.example' })).status).toBe(200);
    const token = await newest('bank@ukweli.example', 'Set a new password');
    const change = { currentPassword: demoPassword, newPassword: stronger };
    expect((await here.post('/api/profile/password', change)).status).toBe(200);
    const used = await test.anonymous().post('/api/auth/password-reset/confirm', { token, password: `${stronger}!` });
    expect([used.status, used.json()?.error?.code]).toEqual([410, 'gone']);
    await giveBack('bank@ukweli.example');
  });

  it('a change ends what the provider holds of the account, and of nobody else', { tags: ['M-13', 'D-22'] }, async () => {
    const { origin } = test.platform.config;
    clock.set(new Date()); // the provider uses the system clock
    for (const who of ['admin@ukweli.example', 'bank@ukweli.example']) {
      const asked = authorizationRequest(origin);
      const browser = createOidcBrowser(test.app, origin);
      const callback = await signInAtProvider(browser, origin, asked.url, { email: who, password: demoPassword });
      expect((await exchangeCode(browser, origin, callback.get('code') ?? '', asked.verifier)).status).toBe(200);
    }
    const held = (accountId: string) => heldAtProvider(test.platform.db, accountId);
    expect(await held('usr-demo-admin')).toContain('AccessToken');
    const here = await test.signIn('admin@ukweli.example');
    const change = { currentPassword: demoPassword, newPassword: stronger };
    expect((await here.post('/api/profile/password', change)).status).toBe(200);
    expect(await held('usr-demo-admin')).toEqual([]);
    expect(await held('usr-demo-bank')).toContain('AccessToken');
    await giveBack('admin@ukweli.example');
  });

  it('is not to be guessed from a session that was left open', { tags: ['A-14'] }, async () => {
    const client = await test.signIn(email);
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess++)
      statuses.push((await client.post('/api/profile/password', { currentPassword: `guess ${guess}`, newPassword: stronger })).status);
    expect(statuses.slice(0, 5)).toEqual([403, 403, 403, 403, 403]);
    expect(statuses.slice(7)).toEqual([429, 429, 429, 429, 429]);
    clock.advance(minute);
  });
});

describe('what was done, and from where', () => {
  it('shows one’s own acts and tries to sign in as oneself, newest first, and nobody else’s', { tags: ['I-7', 'D-27'] }, async () => {
    const admin = await test.signIn('admin@ukweli.example');
    await admin.post('/api/auth/proof', { by: 'password', password: 'wrong' });
    await login('admin@ukweli.example', 'wrong');
    await login('bank@ukweli.example', 'wrong');
    const read = async () =>
      (await admin.get('/api/profile/activity')).json<{ activities: { id: string; action: string; outcome: string }[] }>().activities;
    // An attempt is recorded after its answer.
    await expect.poll(async () => (await read())[0]).toMatchObject({ action: 'session.create', outcome: 'failed' });
    const activities = await read();
    const places = activities.map(({ id }) => Number(id));
    expect(places).toEqual([...places].sort((a, b) => b - a));
    expect(activities.map(({ action }) => action)).toContain('session.prove_again');
    const own = await test.platform.db
      .selectFrom('audit_records')
      .select(['chain_index', 'actor_id', 'target'])
      .where('tenant_id', '=', 'demo')
      .execute();
    for (const { chain_index, actor_id, target } of own.filter(({ chain_index: place }) => places.includes(Number(place))))
      expect([chain_index, actor_id ?? target]).toEqual([chain_index, 'usr-demo-admin']);
  });

  it('a session that was ended from elsewhere stands on record once: who ended which, from where', {
    tags: ['M-13', 'D-27', 'D-22'],
  }, async () => {
    const here = await test.signIn('auditor@ukweli.example');
    const elsewhere = await test.signIn('auditor@ukweli.example');
    const other = await test.signIn('bank@ukweli.example');
    const idOf = async (client: typeof here): Promise<string> =>
      (await client.get('/api/auth/sessions')).json().sessions.find(({ current }: { current: boolean }) => current).id;
    const [ended, foreign] = [await idOf(elsewhere), await idOf(other)];
    const revoke = async (id: string) => (await here.call('DELETE', `/api/auth/sessions/${id}`)).status;
    expect([await revoke(ended), await revoke(ended), await revoke(foreign)]).toEqual([200, 404, 404]);
    expect((await elsewhere.get('/api/auth/me')).status).toBe(410);
    const lines = await test.platform.db
      .selectFrom('audit_records')
      .select(['tenant_id', 'actor_id', 'action', 'target', 'outcome', 'correlation_id', 'ip'])
      .where('target', 'in', [ended, foreign])
      .where('action', '=', 'session.revoke')
      .execute();
    expect(lines).toEqual([
      {
        tenant_id: 'demo',
        actor_id: 'usr-demo-auditor',
        action: 'session.revoke',
        target: ended,
        outcome: 'done',
        correlation_id: 'test-correlation',
        ip: '127.0.0.1',
      },
    ]);
  });

  it('sessions say device and place, and which one is this', { tags: ['I-7', 'D-22'] }, async () => {
    const opened = await login('admin@ukweli.example', demoPassword, { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' });
    const cookie = String([opened.headers['set-cookie'] ?? []].flat()[0]).split(';')[0] ?? '';
    const { sessions } = (await test.anonymous().get('/api/auth/sessions', { cookie })).json();
    expect(sessions.find(({ current }: { current: boolean }) => current)).toMatchObject({
      device: 'Firefox on Linux',
      location: 'The platform’s own machine',
    });
  });
});
