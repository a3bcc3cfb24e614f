// A person's session is bound to a device key (issue 17, point 3; D-55): a copied cookie is good for a quarter of an hour at most, and for
// nothing while the app lock is closed.
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceKeyHeaders } from '../../../src/contracts/deviceKey.ts';
import { everyEndpoint } from '../../../src/contracts/everyEndpoint.ts';
import { spentForMs } from '../../../src/domain/session/deviceProof.ts';
import { createDevice, type Kept, type TestDevice } from '../../testing/deviceKey.ts';
import { createTestPlatform, type TestPlatform } from '../../testing/platform.ts';
import { openSocket, openStream } from '../../testing/streamReaders.ts';
import { demoPassword } from '../demo/demoAccounts.ts';
import { hardMs, idleMs } from './sessions.ts';

let test: TestPlatform;
let device: TestDevice;
let origin: string;
beforeAll(async () => {
  test = await createTestPlatform();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  await test.platform.start();
  origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`; // listening on TCP
});
afterAll(() => test.close());

const minute = 60_000;
const login = (headers: Record<string, string> = {}, email = 'bank@ukweli.example') =>
  test.holding('').call('POST', '/api/auth/login', { email, password: demoPassword }, headers);
const bound = async (email?: string): Promise<TestDevice> => {
  await test.platform.db.deleteFrom('sign_in_attempts').execute();
  const made = await createDevice(test);
  const answer = await login(await made.introduction(), email);
  expect(answer.status, answer.body).toBe(200);
  made.take(answer);
  return made;
};
const reads = async (cookie: string) => (await test.holding(cookie).get('/api/kpis')).status;
const refreshBare = (cookie: string, headers: Record<string, string> = {}) =>
  test.holding(cookie).call('POST', '/api/auth/refresh', undefined, headers);
const cookieLine = (answer: { readonly headers: Record<string, unknown> }) =>
  [answer.headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .find((line) => line.startsWith('ukweli_session=')) ?? '';

beforeEach(async () => {
  device = await bound();
});

describe('a session that was opened with a key', { tags: ['G-3', 'A-7', 'D-55'] }, () => {
  it('is refreshed by that key and by nothing else, and each refresh gives it another cookie', async () => {
    const first = device.cookie();
    const thief = await createDevice(test, first);
    for (const headers of [{}, await thief.introduction(), { [deviceKeyHeaders.proof]: `${'n'.repeat(43)}.${'s'.repeat(86)}` }])
      expect((await refreshBare(first, headers)).status).toBe(401);
    const renewal = await device.renew();
    expect(renewal.status, renewal.body).toBe(200);
    expect(Date.parse(renewal.json().expiresAt)).toBe(test.clock.now().getTime() + idleMs);
    expect(device.cookie()).not.toBe(first);
    expect(cookieLine(renewal)).toContain(`Max-Age=${hardMs / 1000};`);
    expect([await reads(first), await reads(device.cookie())]).toEqual([200, 200]);
  });

  it('refuses a refresh without the key in words that name the device', { tags: ['M-13'] }, async () => {
    const refused = await (await createDevice(test, device.cookie())).renew();
    expect([refused.status, refused.json().error.message]).toEqual([401, 'This is not the key of this device']);
  });

  it('whose refresh was answered twice and heard once is told again for as long as it lasts: a browser that kept the cookie of before is not put out', {
    tags: ['M-13'],
  }, async () => {
    const late = { cookie: device.cookie(), proof: await device.proof() };
    await device.renew();
    expect(await reads(device.cookie())).toBe(200);
    test.clock.advance(spentForMs);
    expect(await reads(late.cookie)).toBe(401);
    const again = await refreshBare(late.cookie, late.proof);
    expect([again.status, again.headers['x-device-again'], cookieLine(again).split(';')[0]]).toEqual([200, '1', device.cookie()]);
  });

  it('that ends in the moment of its refresh is refused as over, and given neither cookie nor nonce', { tags: ['M-13'] }, async () => {
    const ending = vi.spyOn(test.platform.sessions, 'refreshIn').mockResolvedValueOnce(null);
    const { status, headers } = await device.renew();
    ending.mockRestore();
    expect([status, headers['set-cookie'], headers[deviceKeyHeaders.nonce.toLowerCase()]]).toEqual([401, undefined, undefined]);
    expect((await device.renew()).status).toBe(200);
  });

  it('a copied cookie opens nothing a minute after the device goes on, and nothing after a quarter of an hour where it does not', {
    tags: ['A-24'],
  }, async () => {
    const copied = device.cookie();
    await device.renew();
    expect(await reads(device.cookie())).toBe(200);
    test.clock.advance(spentForMs);
    expect([await reads(copied), await reads(device.cookie())]).toEqual([401, 200]);
    const second = device.cookie();
    test.clock.advance(idleMs);
    expect(await reads(second)).toBe(401);
    expect((await device.renew()).status).toBe(401);
  });

  it('is opened unbound without a key, and not at all with one that proves nothing', async () => {
    const plain = await login();
    expect(plain.headers[deviceKeyHeaders.nonce.toLowerCase()]).toBeUndefined();
    const cookie = cookieLine(plain).split(';')[0] ?? '';
    expect((await refreshBare(cookie)).status).toBe(200);
    expect((await test.holding(cookie).post('/api/auth/lock')).status).toBe(409);
    const other = await (await createDevice(test)).introduction();
    const own = await device.introduction();
    for (const headers of [
      { [deviceKeyHeaders.key]: own[deviceKeyHeaders.key] ?? '' },
      { ...own, [deviceKeyHeaders.key]: other[deviceKeyHeaders.key] ?? '' },
      { ...own, [deviceKeyHeaders.proof]: other[deviceKeyHeaders.proof] ?? '' },
      { ...own, [deviceKeyHeaders.key]: 'A'.repeat(87) },
      { ...own, [deviceKeyHeaders.proof]: '' },
      // The right thumbprint, which anybody can compute, with an invalid signature.
      { ...own, [deviceKeyHeaders.proof]: `${own[deviceKeyHeaders.proof]?.split('.')[0]}.${'A'.repeat(86)}` },
    ]) {
      const refused = await login(headers);
      expect([refused.status, cookieLine(refused)]).toEqual([400, '']);
    }
  });

  it('keeps what its owner has proved through a refresh, and a proof keeps its key', async () => {
    test.clock.advance(6 * minute);
    const proved = await device.client().post('/api/auth/proof', { by: 'password', password: demoPassword });
    expect(proved.status, proved.body).toBe(200);
    device.take(proved);
    const onItsWay = device.client();
    expect((await device.renew()).status).toBe(200);
    for (const client of [device.client(), onItsWay])
      expect((await client.call('DELETE', '/api/auth/sessions/none-of-theirs')).status).toBe(404);
    expect((await device.renew()).status).toBe(200);
  });

  it('the device is never put out, whatever of refreshes and proofs is lost, in part or whole', async () => {
    const step = fc.record({
      by: fc.constantFrom('key', 'key', 'proof' as const),
      keep: fc.constantFrom<Kept>('all', 'all', 'cookie', 'nonce', 'nothing'),
      uses: fc.boolean(),
      // Without an answer for a quarter of an hour the session is over: a repeated answer extends nothing.
      passedMs: fc.integer({ min: 0, max: minute }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const mine = await bound();
        for (const { by, keep, uses, passedMs } of steps) {
          test.clock.advance(passedMs);
          if (by === 'key') expect((await mine.renew({ keep })).status).toBe(200);
          // A browser that lost both gets no new token while the answer may still arrive.
          else mine.take(await mine.client().post('/api/auth/proof', { by: 'password', password: demoPassword }), keep);
          if (uses) expect(await reads(mine.cookie())).toBe(200);
        }
        expect((await mine.renew()).status).toBe(200);
        expect((await mine.renew()).status).toBe(200);
        expect(await reads(mine.cookie())).toBe(200);
      }),
      { numRuns: 25 },
    );
  });
});

describe('a refresh that somebody has copied, cookie and signature, and sends again', { tags: ['G-3', 'D-55', 'A-24'] }, () => {
  it('prolongs nothing: the session ends when it would have, and what the device sends goes on', async () => {
    const copied = { cookie: device.cookie(), headers: await device.proof() };
    await device.renew();
    test.clock.advance(idleMs - minute);
    const again = await refreshBare(copied.cookie, copied.headers);
    expect([again.status, again.headers['x-device-again']]).toEqual([200, '1']);
    expect(Date.parse(again.json().expiresAt)).toBe(test.clock.now().getTime() + minute);
    test.clock.advance(minute);
    expect([await reads(cookieLine(again).split(';')[0] ?? ''), (await refreshBare(copied.cookie, copied.headers)).status]).toEqual([
      401, 401,
    ]);
  });

  it('opens no lock: that takes a signature over what nobody has seen before', async () => {
    await device.change({ locked: true });
    const copied = { cookie: device.cookie(), headers: await device.proof() };
    await device.renew();
    await device.client().post('/api/auth/lock');
    const again = await refreshBare(copied.cookie, copied.headers);
    expect([again.status, again.headers['x-device-again']]).toEqual([200, '1']);
    expect(await reads(cookieLine(again).split(';')[0] ?? '')).toBe(423);
    expect((await device.renew()).status).toBe(200);
    expect(await reads(device.cookie())).toBe(200);
  });

  it('comes by nothing that its owner has proved since, and puts nobody out', async () => {
    const copied = await device.proof();
    await device.renew();
    const before = device.cookie();
    test.clock.advance(6 * minute);
    device.take(await device.client().post('/api/auth/proof', { by: 'password', password: demoPassword }));
    expect(await reads(device.cookie())).toBe(200);
    const mayAct = async (cookie: string) => (await test.holding(cookie).call('DELETE', '/api/auth/sessions/none-of-theirs')).status;
    expect([await mayAct(device.cookie()), await mayAct(before)]).toEqual([404, 403]);
    const again = await refreshBare(before, copied);
    expect([again.status, cookieLine(again)]).toEqual([200, '']);
    expect([await mayAct(device.cookie()), await mayAct(before)]).toEqual([404, 403]);
    expect((await device.renew()).status).toBe(200);
    expect(await reads(device.cookie())).toBe(200);
    test.clock.advance(spentForMs);
    expect(await reads(before)).toBe(401);
    expect((await refreshBare(before, copied)).status).toBe(401);
  });
});

describe('an app lock', { tags: ['G-3', 'D-55'] }, () => {
  it('is set up, changed and taken off with another key that the one before signs; under it the cookie ends with the browser', async () => {
    const before = device.cookie();
    const locked = await device.change({ locked: true });
    expect(locked.status, locked.body).toBe(200);
    expect(cookieLine(locked)).not.toMatch(/Max-Age|Expires/);
    expect(cookieLine(await device.renew())).not.toMatch(/Max-Age|Expires/);
    test.clock.advance(6 * minute);
    const proved = await device.client().post('/api/auth/proof', { by: 'password', password: demoPassword });
    expect(cookieLine(proved)).not.toMatch(/Max-Age|Expires/);
    device.take(proved);
    expect(cookieLine(await device.change({ locked: false }))).toContain('Max-Age=');
    expect((await device.renew()).status).toBe(200);
    expect(await reads(device.cookie())).toBe(200);
    test.clock.advance(spentForMs);
    expect(await reads(before)).toBe(401);
  });

  it('who signs in under a lock, or before a closed one, is given a cookie that ends with the browser, and so are the refreshes that follow', async () => {
    await test.platform.db.deleteFrom('sign_in_attempts').execute();
    const mine = await createDevice(test);
    const opened = await login({ ...(await mine.introduction()), [deviceKeyHeaders.locked]: '1' });
    expect([opened.status, cookieLine(opened).match(/Max-Age|Expires/)]).toEqual([200, null]);
    mine.take(opened);
    for (let go = 0; go < 2; go += 1) expect(cookieLine(await mine.renew())).not.toMatch(/Max-Age|Expires/);
  });

  it('a refresh that comes twice, the second time after the lock has closed, does not open it: only what the device signs next does', {
    tags: ['A-24'],
  }, async () => {
    const doubled = await device.proof();
    const { cookie } = device.client();
    expect((await device.renew()).status).toBe(200);
    expect((await device.client().post('/api/auth/lock')).status).toBe(200);
    const late = await refreshBare(cookie, doubled);
    expect([late.status, late.headers['x-device-again']]).toEqual([200, '1']);
    expect(await reads(device.cookie())).toBe(423);
    expect((await device.renew()).status).toBe(200);
    expect(await reads(device.cookie())).toBe(200);
  });

  it('a key is replaced by nobody who has not the one before, and one whose answer was lost is asked for by the new one', async () => {
    const thief = await createDevice(test, device.cookie());
    expect((await thief.change({ locked: false })).status).toBe(401);
    const lost = await device.change({ locked: true, keep: 'nothing' });
    const again = await device.renew();
    expect([lost.status, again.status, again.headers['x-device-again']]).toEqual([200, 200, '1']);
    expect(cookieLine(again)).toBe(cookieLine(lost));
    expect((await device.renew()).status).toBe(200);
  });

  it('closed, it parks the session: every call is refused as locked, streams end, and only its key goes on; leaving is always open', {
    tags: ['A-24'],
  }, async () => {
    const admin = await bound('admin@ukweli.example');
    await admin.change({ locked: true });
    const { cookie } = admin.client();
    const stream = await openStream(origin, '/api/events?tenantId=demo&topics=kpis', cookie);
    const socket = await openSocket(origin, '/tenants/demo', { cookie, origin: test.platform.config.origin });
    await Promise.all([stream.frame('hello'), socket.frame('hello')]);
    expect((await admin.client().post('/api/auth/lock')).status).toBe(200);
    await Promise.all([stream.ended, socket.ended]);

    const open = new Set(['refresh', 'parkSession', 'countLockTry']);
    for (const [id, { method, path, needs }] of Object.entries(everyEndpoint)) {
      if (needs === 'public' || open.has(id)) continue;
      const answer = await admin
        .client()
        .call(method, path.replaceAll(/\{\w+\}/g, 'x'), undefined, { 'idempotency-key': `parked-${id}-0123456789` });
      expect([id, answer.status, answer.json().error.code]).toEqual([id, 423, 'locked']);
    }
    const again = await openStream(origin, '/api/events?tenantId=demo&topics=kpis', cookie);
    expect(again.status).toBe(423);
    again.close();
    await expect(openSocket(origin, '/tenants/demo', { cookie, origin: test.platform.config.origin })).rejects.toThrow('401');
    expect((await admin.client().get('/api/openapi.json')).status).toBe(401);
    expect((await refreshBare(cookie)).status).toBe(401);
    // Unlock attempts are counted while locked; only unlocking resets the count.
    const count = async (wrong: number) => (await admin.client().post('/api/auth/lock-tries', { wrong })).json();
    expect([await count(1), await count(1)]).toEqual([{ wrong: 1 }, { wrong: 2 }]);
    // Parking twice is the same as once.
    expect((await admin.client().post('/api/auth/lock')).status).toBe(200);
    expect((await admin.renew()).status).toBe(200);
    expect(await reads(admin.cookie())).toBe(200);
    expect(await count(1)).toEqual({ wrong: 1 });

    await admin.client().post('/api/auth/lock');
    expect((await admin.client().post('/api/auth/logout', { reason: 'user' })).status).toBe(200);
    expect((await admin.renew()).status).toBe(401);
  });

  it('parked and left alone, the session is over within a quarter of an hour', { tags: ['A-24'] }, async () => {
    await device.client().post('/api/auth/lock');
    test.clock.advance(idleMs);
    expect((await device.renew()).status).toBe(401);
  });
});

it('a copy of the database holds neither token nor nonce', { tags: ['G-3', 'A-7'] }, async () => {
  const answer = await device.renew();
  const rows = [
    await test.platform.db.selectFrom('session_keys').selectAll().execute(),
    await test.platform.db.selectFrom('sessions').selectAll().execute(),
  ];
  const text = JSON.stringify(rows);
  expect(text).not.toContain(device.cookie().split('=')[1] ?? '-');
  expect(text).not.toContain(String(answer.headers['x-device-nonce']));
});
