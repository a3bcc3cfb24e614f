import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deviceKeyHeaders } from '../../../src/contracts/deviceKey.ts';
import { proofSpanMs, spentForMs } from '../../../src/domain/session/deviceProof.ts';
import { createOpenStreams } from '../../realtime/openStreams.ts';
import { createDevice, type TestDevice } from '../../testing/deviceKey.ts';
import { createTestPlatform, type TestPlatform } from '../../testing/platform.ts';
import { pairWall } from '../../testing/wallBrowser.ts';

let test: TestPlatform;
let device: TestDevice;
let displayId: string;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());
beforeEach(async () => {
  const paired = await pairWall(test);
  ({ displayId } = paired);
  device = await createDevice(test, paired.wall.cookie);
});

const day = 24 * 3_600_000;
const statuses = async (cookie: string) => {
  const client = test.holding(cookie);
  return [(await client.get('/api/kpis')).status, (await client.get('/api/auth/me')).status];
};
const onRecord = () =>
  test.platform.db
    .selectFrom('audit_records')
    .select(['outcome', 'details'])
    .where('action', '=', 'session.renew')
    .where('actor_id', '=', displayId)
    .execute();

describe('a display’s cookie is bound to the key of its browser', { tags: ['G-17', 'D-55', 'A-7'] }, () => {
  it('renewed with every proof: from the new one’s first use on the one before opens what was on its way, and no more', async () => {
    const first = device.cookie();
    expect((await device.renew()).status).toBe(200);
    const second = device.cookie();
    expect(second).not.toBe(first);
    expect([await statuses(first), await statuses(second)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    test.clock.advance(spentForMs);
    expect([await statuses(first), await statuses(second)]).toEqual([
      [401, 401],
      [200, 200],
    ]);
    expect((await device.renew()).status).toBe(200);
  });

  it('a cookie that was copied dies within a quarter of an hour, is not renewed without the key, and its use is on record, once', async () => {
    await device.renew();
    const copied = device.cookie();
    const thief = await createDevice(test, copied);
    expect((await thief.renew()).status).toBe(401);
    for (const proof of ['', 'a.b', `${'n'.repeat(43)}.${'s'.repeat(86)}`])
      expect((await test.holding(copied).call('POST', '/api/auth/refresh', undefined, { [deviceKeyHeaders.proof]: proof })).status).toBe(
        401,
      );
    expect(await onRecord()).toEqual([{ outcome: 'refused', details: { why: 'a cookie without the key of its device' } }]);
    test.clock.advance(proofSpanMs);
    expect(await statuses(copied)).toEqual([401, 200]);
    await device.renew();
    expect(await statuses(device.cookie())).toEqual([200, 200]);
    test.clock.advance(spentForMs);
    for (let go = 0; go < 3; go++) expect(await statuses(copied)).toEqual([401, 401]);
    expect(await onRecord()).toContainEqual({ outcome: 'refused', details: { why: 'a cookie that another took the place of' } });
    expect(await onRecord()).toHaveLength(2);
    expect(await statuses(device.cookie())).toEqual([200, 200]);
  });

  it('whose replacement never arrived it ends no later than it would have: a copy opens nothing after a quarter of an hour', {
    tags: ['M-13'],
  }, async () => {
    await device.renew({ keep: 'nothing' });
    const copied = device.cookie();
    expect(await statuses(copied)).toEqual([200, 200]);
    test.clock.advance(proofSpanMs);
    expect(await statuses(copied)).toEqual([401, 200]);
    expect((await device.renew()).status).toBe(200);
  });

  it('a wall that was unplugged for weeks is still known, and comes back by its key', { tags: ['K-10'] }, async () => {
    await device.renew();
    test.clock.advance(25 * day);
    expect(await statuses(device.cookie())).toEqual([401, 200]);
    expect((await device.renew()).status).toBe(200);
    expect(await statuses(device.cookie())).toEqual([200, 200]);
    // The renewal also restarts the idle timeout of a month.
    test.clock.advance(25 * day);
    expect((await device.renew()).status).toBe(200);
  });

  it('an answer that was lost, whole or in part, is given again; two calls at once are told the same, on two instances too', async () => {
    for (const keep of ['nothing', 'cookie', 'nonce', 'all', 'nothing'] as const) {
      const lost = await device.renew({ keep });
      const again = await device.renew({ keep: 'nothing' });
      expect([keep, lost.status, again.status]).toEqual([keep, 200, 200]);
      if (keep === 'nothing' || keep === 'cookie') {
        expect(again.headers['set-cookie']).toEqual(lost.headers['set-cookie']);
        expect([again.headers['x-device-nonce'], again.headers['x-device-again']]).toEqual([lost.headers['x-device-nonce'], '1']);
      }
      test.clock.advance(20 * 60_000);
    }
    await device.renew();
    const other = await createTestPlatform({ database: test.platform.database, clock: test.clock, joins: true });
    const proof = await device.proof();
    const both = await Promise.all(
      [test, other].map((one) => one.holding(device.cookie()).call('POST', '/api/auth/refresh', undefined, proof)),
    );
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]?.headers['set-cookie']).toEqual(both[1]?.headers['set-cookie']);
    await other.app.close();
    await device.renew();
    await device.renew();
    expect(await statuses(device.cookie())).toEqual([200, 200]);
  });

  it('one that was paired before this release goes on as it did, brings its key once, and is bound from then on', async () => {
    await test.platform.db.deleteFrom('session_keys').execute();
    test.clock.advance(3 * day);
    const before = device.cookie();
    expect(await statuses(before)).toEqual([200, 200]);
    expect((await test.holding(before).post('/api/auth/refresh')).status).toBe(401);
    expect(await statuses(before)).toEqual([200, 200]);
    expect((await device.renew()).status).toBe(200);
    expect(await statuses(device.cookie())).toEqual([200, 200]);
    test.clock.advance(spentForMs);
    expect([await statuses(before), await statuses(device.cookie())]).toEqual([
      [401, 401],
      [200, 200],
    ]);
    const second = await createDevice(test, device.cookie());
    expect((await second.renew()).status).toBe(401);
  });

  it('what is no key binds nothing, and one is brought by nobody else’s signature', async () => {
    const thief = await createDevice(test, device.cookie());
    const own = await device.proof();
    const theirs = await thief.proof();
    const point = Buffer.from(own[deviceKeyHeaders.key] ?? '', 'base64url');
    point[64] = (point[64] ?? 0) ^ 1;
    for (const key of ['', 'AAAA', point.toString('base64url'), theirs[deviceKeyHeaders.key] ?? '', 'A'.repeat(4000)])
      expect(
        (await test.holding(device.cookie()).call('POST', '/api/auth/refresh', undefined, { ...own, [deviceKeyHeaders.key]: key })).status,
      ).toBe(401);
    expect((await device.renew()).status).toBe(200);
  });

  it('a key is bound to it by nobody who does not hold it: its thumbprint, which anybody can compute, is not enough', {
    tags: ['M-13'],
  }, async () => {
    const own = await device.proof();
    const [thumbprint = ''] = (own[deviceKeyHeaders.proof] ?? '').split('.');
    const unsigned = { ...own, [deviceKeyHeaders.proof]: `${thumbprint}.${'A'.repeat(86)}` };
    const refused = await test.holding(device.cookie()).call('POST', '/api/auth/refresh', undefined, unsigned);
    expect([refused.status, refused.headers['set-cookie']]).toEqual([401, undefined]);
    expect((await device.renew()).status).toBe(200);
  });

  it('a refresh without the key is refused in words that name the display', { tags: ['M-13'] }, async () => {
    await device.renew();
    const refused = await (await createDevice(test, device.cookie())).renew();
    expect(refused.json().error.message).toBe('This is not the key of this display');
  });

  it('a copy of the database holds neither token nor nonce', async () => {
    const answer = await device.renew();
    const row = await test.platform.db.selectFrom('session_keys').selectAll().execute();
    const sessions = await test.platform.db.selectFrom('sessions').selectAll().execute();
    const text = JSON.stringify([row, sessions]);
    expect(text).not.toContain(device.cookie().split('=')[1] ?? '-');
    expect(text).not.toContain(String(answer.headers['x-device-nonce']));
  });

  it('a stream that was opened by it lasts no longer than it: the wall opens it anew', { tags: ['A-10'] }, async () => {
    const streams = createOpenStreams(test.platform);
    const bank = await test.signIn('bank@ukweli.example');
    const sessionOf = (cookie: string) => test.platform.sessions.authenticate(cookie.split('=')[1] ?? '');
    expect((await sessionOf(device.cookie()))?.opensForMs).toBe(proofSpanMs);
    // A copied cookie used just before it expires does not open a stream for another quarter of an hour.
    test.clock.advance(proofSpanMs - 500);
    const [bound, person] = await Promise.all([device.cookie(), bank.cookie].map(sessionOf));
    if (!bound || !person) throw new Error('not signed in');
    expect([bound.opensForMs, person.opensForMs]).toEqual([500, undefined]);
    const closed: string[] = [];
    streams.enter(bound, (why) => void closed.push(`wall ${why}`));
    streams.enter(person, (why) => void closed.push(`person ${why}`));
    await test.platform.start();
    await expect.poll(() => closed, { timeout: 5000 }).toEqual(['wall renewed']);
    expect(streams.count()).toBe(1);
    streams.endAll();
  });
});
