// Actions that could take an account over need re-authentication (issue 17, point 25; ASVS 7.5).
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { everyEndpoint } from '../../../src/contracts/everyEndpoint.ts';
import type { Endpoint } from '../../../src/contracts/endpoint.ts';
import { recordLine } from '../../audit/audit.ts';
import { createSoftwarePasskey } from '../../testing/authenticator.ts';
import { addPasskey, passkeyOrigin } from '../../testing/passkeyDoor.ts';
import { createTestPlatform, type TestAnswer, type TestClient, type TestPlatform } from '../../testing/platform.ts';
import { demoPassword } from '../demo/demoAccounts.ts';
import { maxSessions } from './sessions.ts';

const minute = 60_000;
let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.platform.db.deleteFrom('sign_in_attempts').execute();
});

const options = async (client: TestClient) => (await client.post('/api/auth/proof/options')).json();
const byPassword = (client: TestClient, password = demoPassword) => client.post('/api/auth/proof', { by: 'password', password });
/** A call that needs re-authentication and changes nothing. */
const guarded = async (client: TestClient): Promise<string> => {
  const { status, body, json } = await client.call('DELETE', '/api/auth/sessions/none-of-theirs');
  return status === 404 ? 'done' : body === '' ? String(status) : json().error.code;
};
const renewed = (answer: TestAnswer): TestClient => test.holding(/^[^;]+/.exec(String(answer.headers['set-cookie']))?.[0] ?? '');
/** A client whose last authentication is too old. */
const left = async (email = 'bank@ukweli.example'): Promise<TestClient> => {
  const client = await test.signIn(email);
  test.clock.advance(5 * minute + 1);
  return client;
};
const lines = async () =>
  (
    await test.platform.db
      .selectFrom('audit_records')
      .select(['outcome', 'details', 'actor_id'])
      .where('action', '=', 'session.prove_again')
      .orderBy('audit_id')
      .execute()
  ).map(({ outcome, details, actor_id }) => [outcome, details, actor_id]);

describe('a session whose owner has proved nothing for five minutes', { tags: ['G-25'] }, () => {
  it('is refused every call that asks for a proof, with a code of its own, and may make it again once it has one', async () => {
    const asking = Object.values<Endpoint>(everyEndpoint).filter(({ proof }) => proof === true);
    expect(asking.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'DELETE /api/auth/sessions/{id}',
      'DELETE /api/profile/totp',
      'DELETE /api/v1/admin/users/{id}',
      'DELETE /api/v1/admin/users/{id}/passkeys/{passkeyId}',
      'DELETE /api/v1/admin/users/{id}/provider',
      'DELETE /api/v1/admin/users/{id}/sessions/{sessionId}',
      'DELETE /api/v1/admin/users/{id}/totp',
      'PATCH /api/v1/admin/users/{id}',
      'POST /api/auth/lock-escrow',
      'POST /api/auth/sessions/end-others',
      'POST /api/displays',
      'POST /api/profile/recovery-codes',
      'POST /api/profile/totp/offer',
      'POST /api/v1/admin/users',
      'POST /api/v1/admin/users/{id}/invitation',
      'POST /api/v1/admin/users/{id}/start-anew',
      'PUT /api/v1/admin/second-factor',
    ]);
    const client = await left('admin@ukweli.example');
    for (const { method, path } of asking) {
      const answer = await client.call(method, path.replaceAll(/\{\w+\}/g, 'usr-demo-bank'), {});
      expect([path, answer.status, answer.json().error]).toMatchObject([path, 403, { code: 'proof_required' }]);
    }
    const proof = await byPassword(client);
    expect(proof.status, proof.body).toBe(200);
    expect(Date.parse(proof.json().until)).toBe(test.clock.now().getTime() + 5 * minute);
    expect(await guarded(renewed(proof))).toBe('done');
    test.clock.advance(5 * minute);
    expect(await guarded(renewed(proof))).toBe('done');
    test.clock.advance(1);
    expect(await guarded(renewed(proof))).toBe('proof_required');
  });

  it('and the sign-in is such a proof, but no more than as old as it is, and none where a clock was ahead', async () => {
    expect(await guarded(await test.signIn('bank@ukweli.example'))).toBe('done');
    const { db, sessions, clock } = test.platform;
    const signedInAt = async (provedAt: Date): Promise<TestClient> => {
      const opened = await db
        .transaction()
        .execute((trx) => sessions.create(trx, { accountId: 'usr-demo-bank', device: 'Test', provedAt }));
      return test.holding(`ukweli_session=${opened?.token}`);
    };
    // A provider with a remembered sign-in: the authentication is hours old.
    expect(await guarded(await signedInAt(new Date(clock.now().getTime() - 11 * 60 * minute)))).toBe('proof_required');
    // A provider's times are in whole seconds.
    expect(await guarded(await signedInAt(new Date(clock.now().getTime() + 999)))).toBe('done');
    const ahead = await signedInAt(clock.now());
    test.clock.advance(-10 * minute);
    expect(await guarded(ahead)).toBe('proof_required');
    test.clock.advance(10 * minute);
  });

  it('keeps the kill switch pulled, and may pull it', async () => {
    const client = await left('admin@ukweli.example');
    const put = (body: object) => client.call('PUT', '/api/system/kill-switch', body);
    expect((await put({ active: true, confirmation: 'STOP', reason: 'Somebody is in my account' })).status).toBe(200);
    const { version } = (await client.get('/api/system/kill-switch')).json();
    expect((await put({ active: false, reason: 'All is well again', version })).json().error.code).toBe('proof_required');
    // Re-authentication works in read-only mode.
    const proof = await byPassword(client);
    const released = await renewed(proof).call('PUT', '/api/system/kill-switch', { active: false, reason: 'All is well again', version });
    expect(released.status, released.body).toBe(200);
  });

  it('does not change a name', async () => {
    const client = await left();
    expect((await client.call('PATCH', '/api/profile', { name: 'Another Name' })).json().error.code).toBe('proof_required');
    const proof = await byPassword(client);
    expect((await renewed(proof).call('PATCH', '/api/profile', { name: 'Otieno O. Odhiambo' })).status).toBe(200);
  });

  it('a command that was done and whose answer was lost is answered again without one', async () => {
    const client = await test.signIn('admin@ukweli.example');
    const key = { 'idempotency-key': 'asked-again-0001' };
    const body = { name: 'Achieng Were' };
    const first = await client.call('PATCH', '/api/v1/admin/users/usr-demo-bank', body, key);
    expect(first.status, first.body).toBe(200);
    test.clock.advance(6 * minute);
    const again = await client.call('PATCH', '/api/v1/admin/users/usr-demo-bank', body, key);
    expect([again.status, again.json()]).toEqual([200, first.json()]);
    const other = await client.call('PATCH', '/api/v1/admin/users/usr-demo-bank', { name: 'Somebody Else' }, key);
    expect(other.json().error.code).toBe('proof_required');
  });
});

describe('a proof', { tags: ['G-25'] }, () => {
  it('is slowed like signing in, and what was wrong is on record and no proof', async () => {
    const client = await left();
    const before = (await lines()).length;
    const statuses: number[] = [];
    for (let go = 0; go < 8; go += 1) statuses.push((await byPassword(client, `guess ${go}`)).status);
    expect(statuses.slice(0, 5)).toEqual([403, 403, 403, 403, 403]);
    expect(statuses.at(-1)).toBe(429);
    expect(await guarded(client)).toBe('proof_required');
    expect((await lines()).slice(before, before + 2)).toEqual([
      ['refused', { by: 'password', why: 'forbidden' }, 'usr-demo-bank'],
      ['refused', { by: 'password', why: 'forbidden' }, 'usr-demo-bank'],
    ]);
  });

  it('by passkey: one of the account’s own, that has signed what this very session was asked, once', async () => {
    const passkey = createSoftwarePasskey();
    const owner = await test.signIn('bank@ukweli.example');
    expect((await addPasskey(owner, 'Phone', passkey, demoPassword)).status).toBe(200);
    const thief = await test.signIn('bank@ukweli.example');
    const other = await test.signIn('operator@ukweli.example');
    test.clock.advance(6 * minute);
    const prove = (client: TestClient, assertion: object) => client.post('/api/auth/proof', { by: 'passkey', assertion });
    const asked = await options(owner);
    expect(asked).toMatchObject({ password: true, provider: false, passkey: { rpId: 'localhost', userVerification: 'required' } });
    expect(asked.passkey.allowCredentials).toHaveLength(1);

    // Without user verification, from another origin, for another session of the same account, by another account's passkey.
    const wrong = [
      passkey.get(asked.passkey, { origin: passkeyOrigin, recognised: false }),
      passkey.get((await options(owner)).passkey, { origin: 'https://elsewhere.example' }),
    ];
    for (const assertion of wrong) expect((await prove(owner, assertion)).status).toBe(403);
    await options(thief);
    expect((await prove(thief, passkey.get((await options(owner)).passkey, { origin: passkeyOrigin }))).status).toBe(403);
    const others = await options(other);
    expect(others.passkey).toBeNull();
    expect((await prove(other, passkey.get((await options(owner)).passkey, { origin: passkeyOrigin }))).status).toBe(403);

    const good = passkey.get((await options(owner)).passkey, { origin: passkeyOrigin });
    const proof = await prove(owner, good);
    expect(proof.status, proof.body).toBe(200);
    expect(await guarded(renewed(proof))).toBe('done');
    expect((await prove(renewed(proof), good)).status).toBe(403);
    expect((await lines()).filter(([outcome]) => outcome === 'done').at(-1)).toEqual(['done', { by: 'passkey' }, 'usr-demo-bank']);
  });

  it('is nobody else’s: of a wall, of no session, of one that ended meanwhile', async () => {
    expect((await byPassword(test.anonymous())).status).toBe(401);
    const client = await left();
    await test.platform.sessions.endAll('usr-demo-bank', 'revoked');
    expect((await byPassword(client)).status).toBe(401);
  });
});

it('a session that is ended while its owner’s proof is looked at gets neither the proof nor another token, and none is on record', {
  tags: ['M-13', 'G-25', 'A-7'],
}, async () => {
  const { database, sessions } = test.platform;
  const client = await left();
  const done = async () => (await lines()).filter(([outcome]) => outcome === 'done');
  const before = await done();
  const write = database.write.bind(database);
  const held = vi.spyOn(database, 'write').mockImplementation(async (line, ...asked) => {
    if (line === recordLine('demo')) {
      held.mockRestore();
      await sessions.endAll('usr-demo-bank', 'revoked');
    }
    return write(line, ...asked);
  });
  const { status, headers } = await byPassword(client);
  expect([status, headers['set-cookie']]).toEqual([401, undefined]);
  expect(await done()).toEqual(before);
});

describe('a proof renews the session’s token', { tags: ['G-25'] }, () => {
  const isIn = async (client: TestClient) => (await client.get('/api/auth/me')).status === 200;

  it('and the one before ends a minute after the new one was first used', async () => {
    const before = await left();
    const after = renewed(await byPassword(before));
    expect(after.cookie).not.toBe(before.cookie);
    expect(await isIn(after)).toBe(true);
    test.clock.advance(59_999);
    expect(await isIn(before)).toBe(true);
    test.clock.advance(1);
    expect([await isIn(before), await isIn(after)]).toEqual([false, true]);
  });

  it('but not where the answer was lost: the one before goes on until the browser has the new one', async () => {
    const before = await left();
    await byPassword(before);
    test.clock.advance(3 * minute);
    expect([await isIn(before), await guarded(before)]).toEqual([true, 'proof_required']);
    const again = await byPassword(before);
    expect(again.headers['set-cookie']).toBeDefined();
    expect(await guarded(renewed(again))).toBe('done');
  });

  it('two tabs that prove at once put each other out of nothing', async () => {
    const before = await left();
    const answers = await Promise.all([byPassword(before), byPassword(before)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const cookies = answers.filter(({ headers }) => headers['set-cookie'] !== undefined);
    expect(cookies).toHaveLength(1);
    const [given] = cookies;
    if (given === undefined) throw new Error('no cookie');
    expect(await isIn(renewed(given))).toBe(true);
    expect(await guarded(renewed(given))).toBe('done');
  });

  it('signing out with the token of before ends the session, and it is one session all the while', async () => {
    const before = await left();
    const after = renewed(await byPassword(before));
    const open = await test.platform.db
      .selectFrom('sessions')
      .select('session_id')
      .where('account_id', '=', 'usr-demo-bank')
      .where('ended_at', 'is', null)
      .execute();
    expect(open.length).toBeLessThanOrEqual(maxSessions);
    expect((await before.post('/api/auth/logout')).status).toBe(200);
    expect([await isIn(before), await isIn(after)]).toEqual([false, false]);
  });

  it('so does whatever takes a password along: a passkey that is added or removed, another address, another password; each counts as a proof of its moment', async () => {
    const passkey = createSoftwarePasskey();
    const email = 'operator@ukweli.example';
    const steps: readonly ((client: TestClient) => Promise<TestAnswer>)[] = [
      (client) => addPasskey(client, 'Tablet', passkey, demoPassword),
      async (client) => {
        const [{ id }] = (await client.get('/api/profile/passkeys')).json().passkeys;
        return client.post(`/api/profile/passkeys/${id}/remove`, { currentPassword: demoPassword });
      },
      (client) => client.call('PATCH', '/api/profile', { email: 'koech@ukweli.example', currentPassword: demoPassword }),
      (client) => client.post('/api/profile/password', { currentPassword: demoPassword, newPassword: 'Nalubaale-Ripon-47!' }),
    ];
    for (const step of steps) {
      const before = await left(email);
      const answer = await step(before);
      expect(answer.status, answer.body).toBe(200);
      const given = [answer.headers['set-cookie']].flat().find((line) => String(line).startsWith('ukweli_session='));
      const after = test.holding(String(given).split(';')[0] ?? '');
      expect(after.cookie).not.toBe(before.cookie);
      expect(await isIn(after)).toBe(true);
      test.clock.advance(minute);
      expect(await isIn(before)).toBe(false);
      // Adding a passkey was proved before the device was asked; the other steps at the time of the call.
      if (step !== steps[0]) expect(await guarded(after)).toBe('done');
    }
  });

  it('only its hash is kept', async () => {
    const after = renewed(await byPassword(await left()));
    const rows = JSON.stringify(await test.platform.db.selectFrom('sessions').selectAll().execute());
    expect(rows).not.toContain(after.cookie.split('=')[1]);
  });
});
