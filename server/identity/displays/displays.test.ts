import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Endpoint } from '../../../src/contracts/endpoint.ts';
import { type EveryEndpointId, everyEndpoint } from '../../../src/contracts/everyEndpoint.ts';
import { createWallBrowser, pairWall, wallSettings } from '../../testing/wallBrowser.ts';
import { type TestClient, type TestPlatform, createTestPlatform } from '../../testing/platform.ts';
import { createDevice } from '../../testing/deviceKey.ts';
import { displayIdleMs } from '../sessions/displaySessions.ts';

let test: TestPlatform;
let admin: TestClient;
beforeAll(async () => {
  test = await createTestPlatform();
  admin = await test.signIn('admin@ukweli.example');
});
afterAll(() => test.close());

const auditOf = (action: string) =>
  test.platform.db.selectFrom('audit_records').select(['target', 'outcome']).where('action', '=', action).execute();

describe('pairing a wall', () => {
  it('leads from a code on the wall over the administrator’s approval to a session of its own', { tags: ['K-10'] }, async () => {
    const browser = createWallBrowser(test);
    const { userCode, deviceCode, answer } = await browser.askForCode();
    expect(userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(answer).toMatchObject({
      verification_uri: `${test.platform.config.origin}/system/displays`,
      verification_uri_complete: `${test.platform.config.origin}/system/displays?code=${userCode}`,
      expires_in: 600,
      interval: 5,
    });
    expect(await browser.poll(deviceCode)).toMatchObject({ status: 400, error: 'authorization_pending' });

    const asked = await admin.post('/api/displays/pairing', { code: userCode.toLowerCase().replace('-', ' ') });
    expect(asked.json()).toMatchObject({ device: 'Chrome on Linux', address: '127.0.0.1' });
    const approved = await admin.post('/api/displays', { ...wallSettings, code: userCode });
    expect(approved.json()).toMatchObject({ ...wallSettings, approvedBy: expect.any(String), seenAt: null, build: null, frame: null });

    const { idToken } = await browser.poll(deviceCode);
    expect(decodeJwt(idToken ?? '')).toMatchObject({ aud: 'ukweli-wall', sub: approved.json().displayId });
    const wall = await browser.enter(idToken ?? '');
    const me = (await wall?.get('/api/auth/me'))?.json();
    expect(me).toMatchObject({ name: 'Control room', tenantId: 'demo' });
    expect(me.display.reads.toSorted()).toEqual(['dlq', 'incidents', 'kpis', 'pipeline', 'series:1h', 'series:24h', 'wall']);
    expect(await auditOf('display.approve')).toContainEqual({ target: approved.json().displayId, outcome: 'done' });
    expect(await auditOf('display.pair')).toContainEqual({ target: approved.json().displayId, outcome: 'done' });
  });

  it('a code that is polled faster than every five seconds is told to slow down', { tags: ['A-14'] }, async () => {
    const browser = createWallBrowser(test);
    const { deviceCode } = await browser.askForCode();
    expect((await browser.poll(deviceCode)).error).toBe('authorization_pending');
    expect((await browser.poll(deviceCode)).error).toBe('slow_down');
    await test.platform.db
      .updateTable('oidc_payloads')
      .set({ polled_at: new Date(Date.now() - 5000) })
      .where('kind', '=', 'DeviceCode')
      .execute();
    expect((await browser.poll(deviceCode)).error).toBe('authorization_pending');
  });

  it('is not for people: the provider’s own pages for codes are closed, and no other role approves', { tags: ['A-9'] }, async () => {
    const { userCode } = await createWallBrowser(test).askForCode();
    for (const path of [
      '/idp/device',
      '/idp/device?user_code=x',
      '/idp/DEVICE',
      '/idp/device/',
      '/idp/device/some-uid',
      '/idp/Device/Auth',
    ]) {
      for (const method of ['GET', 'POST'] as const)
        expect([path, method, (await test.app.inject({ method, url: path })).statusCode]).toEqual([path, method, 404]);
    }
    for (const email of ['bank@ukweli.example', 'auditor@ukweli.example', 'operator@ukweli.example', 'operator@kampala.example']) {
      const somebody = await test.signIn(email);
      expect((await somebody.post('/api/displays', { ...wallSettings, code: userCode })).status).toBe(403);
      expect((await somebody.post('/api/displays/pairing', { code: userCode })).status).toBe(403);
    }
    expect((await admin.post('/api/displays/pairing', { code: userCode })).status).toBe(200);
  });

  it('codes are not found by guessing, a code that is over is as good as none, and whoever asks for codes without end is slowed down', {
    tags: ['A-14'],
  }, async () => {
    const other = await createTestPlatform();
    const browser = createWallBrowser(other);
    const guesser = await other.signIn('admin@ukweli.example');
    const { userCode } = await browser.askForCode();
    await other.platform.db
      .updateTable('oidc_payloads')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('user_code', '=', userCode.replace('-', ''))
      .execute();
    expect((await guesser.post('/api/displays', { ...wallSettings, code: userCode })).status).toBe(404);
    const answers = [];
    for (let go = 0; go < 8; go++) answers.push(await guesser.post('/api/displays/pairing', { code: 'BBBB-BBBB' }));
    expect(answers.map(({ status }) => status)).toContain(404);
    expect(answers.at(-1)?.status).toBe(429);
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
    // The pause is half a minute at most.
    other.clock.advance(31_000);
    expect((await guesser.post('/api/displays/pairing', { code: 'BBBB-BBBB' })).status).toBe(404);

    let last = 200;
    for (let go = 0; go < 70 && last === 200; go++) last = (await browser.askForCode()).status;
    expect(last).toBe(429);
    await other.close();
  });

  it('two who approve one code make one display of it', { tags: ['K-10'] }, async () => {
    const { userCode } = await createWallBrowser(test).askForCode();
    const both = await Promise.all(
      ['First', 'Second'].map((name) => admin.post('/api/displays', { ...wallSettings, name, code: userCode })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  it('a code that runs out while it is being approved makes no display, and the administrator is told that no wall shows it', {
    tags: ['M-13', 'K-10'],
  }, async () => {
    const { database, db } = test.platform;
    const { userCode } = await createWallBrowser(test).askForCode();
    const write = database.write.bind(database);
    // Runs before the tenant's own write: by then the code was found.
    const held = vi.spyOn(database, 'write').mockImplementation(async (line, ...asked) => {
      if (line === 'demo')
        await db
          .updateTable('oidc_payloads')
          .set({ expires_at: new Date(Date.now() - 1000) })
          .where('user_code', '=', userCode.replace('-', ''))
          .execute();
      return write(line, ...asked);
    });
    const late = await admin.post('/api/displays', { ...wallSettings, name: 'Too late', code: userCode });
    held.mockRestore();
    expect([late.status, late.json().error.code]).toEqual([404, 'not_found']);
    expect((await admin.get('/api/displays')).body).not.toContain('Too late');
  });

  it('a token opens one session, and neither kind of token opens the other’s', { tags: ['A-6'] }, async () => {
    const { idToken, displayId } = await pairWall(test);
    const browser = createWallBrowser(test);
    const before = (await auditOf('display.pair')).length;
    // Presenting the token again, or another, leaves the current session in place.
    const holder = await test.signIn('operator@ukweli.example');
    for (const brought of [idToken, `${idToken.slice(0, -2)}AA`]) {
      expect(await browser.enter(brought)).toBeNull();
      const refused = await holder.post('/api/auth/display-session', { idToken: brought });
      expect([refused.status, refused.json().error.code, refused.headers['set-cookie']]).toEqual([401, 'login_failed', undefined]);
    }
    expect((await holder.get('/api/auth/me')).status).toBe(200);
    const asPerson = await test.anonymous().post('/api/auth/session', { idToken, nonce: 'n'.repeat(16) });
    expect(asPerson.status).toBe(401);
    expect((await auditOf('display.pair')).slice(before)).toEqual([
      { target: displayId, outcome: 'refused' },
      { target: displayId, outcome: 'refused' },
      { target: 'id token', outcome: 'refused' },
      { target: 'id token', outcome: 'refused' },
    ]);
  });

  it('ends the session that the browser brings along: nobody stays signed in behind a wall, nor does whoever has a copy', {
    tags: ['M-13', 'A-7'],
  }, async () => {
    const browser = createWallBrowser(test);
    const { deviceCode, userCode } = await browser.askForCode();
    await admin.post('/api/displays', { ...wallSettings, code: userCode });
    const { idToken } = await browser.poll(deviceCode);
    const person = await test.signIn('operator@ukweli.example');
    const opened = await person.post('/api/auth/display-session', { idToken });
    expect([opened.status, (await person.get('/api/auth/me')).status]).toEqual([200, 401]);
  });
});

it('is paired here where people sign in elsewhere too, and nothing else of the provider is there', { tags: ['K-10'] }, async () => {
  const other = await createTestPlatform({ config: { oidc: { issuer: 'https://login.example', clientId: 'c' } } });
  const { wall, displayId } = await pairWall(other);
  expect((await wall.get('/api/auth/me')).json().id).toBe(displayId);
  for (const path of ['/idp/authorize', '/idp/v2/logout', '/idp/sign-in/x', '/idp/.well-known/openid-configuration'])
    expect([path, (await other.app.inject({ url: path })).statusCode]).toEqual([path, 404]);
  await other.close();
});

describe('what a display may', () => {
  const rows = Object.entries(everyEndpoint) as [EveryEndpointId, Endpoint][];
  const needed: readonly string[] = ['me', 'tenants', 'poll', 'killSwitch', 'wall', 'incidents', 'kpis', 'pipeline', 'dlq', 'series'];
  let wall: TestClient;
  beforeAll(async () => {
    ({ wall } = await pairWall(test));
  });

  it.each(rows.filter(([id]) => id !== 'events'))(
    '%s is refused unless its dashboards need it',
    { tags: ['K-10', 'D-23'] },
    async (id, endpoint) => {
      // Of the series, only those that the display draws, over their own windows.
      const path = id === 'series' ? '/api/series?metric=kpi.dlqItems&window=1h' : endpoint.path.replace(/\{\w+\}/g, 'kpis');
      const answer = await wall.call(endpoint.method, path, endpoint.method === 'GET' ? undefined : {}, {
        'idempotency-key': 'k'.repeat(16),
      });
      const open =
        needed.includes(id) ||
        id === 'refresh' ||
        (endpoint.needs === 'public' && endpoint.method === 'GET') ||
        id === 'openDisplaySession';
      expect([id, answer.status === 403]).toEqual([id, !open]);
      if (!open) expect(answer.json().error.code).toBe('forbidden');
    },
  );

  it('a display is not told what calls there are', { tags: ['G-22'] }, async () => {
    const { status, json } = await wall.get('/api/openapi.json');
    expect([status, json().error.code]).toEqual([403, 'forbidden']);
  });

  it('reads what its playlist needs, of its own tenant, and follows no more than that', { tags: ['K-10', 'A-9'] }, async () => {
    expect((await wall.get('/api/kpis')).status).toBe(200);
    expect((await wall.get('/api/kpis', { 'x-tenant-id': 'kampala' })).status).toBe(403);
    expect((await wall.get('/api/poll/pipeline')).status).toBe(200);
    expect((await wall.get('/api/poll/verifications')).status).toBe(403);
    expect((await wall.get('/api/events?tenantId=demo&topics=health')).status).toBe(403);
    const pulled = await wall.call('PUT', '/api/system/kill-switch', { active: true, confirmation: 'STOP', reason: 'a wall may not' });
    expect(pulled.status).toBe(403);
    expect((await admin.get('/api/system/kill-switch')).json().active).toBe(false);
  });
});

it('a display tells what it shows as it asks for its playlist, and its session lasts as long as it does', { tags: ['K-10'] }, async () => {
  const own = await createTestPlatform(); // a platform of its own, because its clock runs ahead
  const { wall: first, displayId } = await pairWall(own);
  const device = await createDevice(own, first.cookie);
  await device.renew();
  const before = Date.parse((await device.client().get('/api/auth/me')).json().expiresAt);
  own.clock.advance(20 * 24 * 3_600_000);
  await device.renew();
  const wall = device.client();
  const at = own.clock.now().toISOString();
  const told = `dashboard=incidents&frameAt=${encodeURIComponent(at)}&transport=sse&viewport=1920x1080`;
  const answer = await wall.get(`/api/wall?${told}`, { 'x-client-build': 'build-9' });
  expect(answer.json()).toEqual({ ...wallSettings, interruptFrom: 'sev1', displayId, version: 1 });
  // A dashboard reported without a frame changes neither: time and dashboard stay together.
  expect((await wall.get('/api/wall?dashboard=operations')).status).toBe(200);
  own.clock.advance(20 * 24 * 3_600_000);
  const me = (await wall.get('/api/auth/me')).json();
  expect(Date.parse(me.expiresAt) - before).toBeGreaterThan(19 * 24 * 3_600_000);
  const listed = (await (await own.signIn('admin@ukweli.example')).get('/api/displays')).json().displays;
  expect(listed).toEqual([
    expect.objectContaining({
      displayId,
      build: 'build-9',
      frame: { at, dashboard: 'incidents' },
      transport: 'sse',
      viewport: '1920x1080',
    }),
  ]);
  // After a month without a request the session is over; and a person's session cannot use the display's call.
  own.clock.advance(displayIdleMs);
  expect((await wall.get('/api/auth/me')).status).toBe(401);
  expect((await (await own.signIn('admin@ukweli.example')).get('/api/wall')).status).toBe(404);
  await own.close();
});

describe('administering displays', () => {
  it('a change reaches the display at once; a foreign tenant’s display does not exist', { tags: ['K-10'] }, async () => {
    const { wall, displayId } = await pairWall(test, { name: 'Lobby' });
    const change = { ...wallSettings, name: 'Lobby', playlist: ['schools'], version: 1 };
    expect((await wall.get('/api/wall/schools')).status).toBe(403);
    expect((await admin.call('PATCH', `/api/displays/${displayId}`, change)).json()).toMatchObject({ playlist: ['schools'], version: 2 });
    expect(await auditOf('display.change')).toContainEqual({ target: displayId, outcome: 'done' });
    expect((await wall.get('/api/wall/schools')).status).toBe(200);
    expect((await wall.get('/api/kpis')).status).toBe(403);
    expect((await admin.call('PATCH', `/api/displays/${displayId}`, change)).status).toBe(409);
    const told = await test.platform.db.selectFrom('events').select('type').where('resource_id', '=', displayId).orderBy('seq').execute();
    expect(told.map(({ type }) => type)).toEqual(['system.display_changed', 'system.role_changed']);

    await test.platform.db.updateTable('displays').set({ tenant_id: 'kampala' }).where('display_id', '=', displayId).execute();
    expect((await admin.call('PATCH', `/api/displays/${displayId}`, { ...change, version: 2 })).status).toBe(404);
    expect((await admin.call('DELETE', `/api/displays/${displayId}`)).status).toBe(404);
    expect((await admin.get('/api/displays')).body).not.toContain(displayId);
  });

  it('a display is told from which severity on its rotation is interrupted; what an older console does not name stays', {
    tags: ['T-5', 'K-10'],
  }, async () => {
    const { wall, displayId } = await pairWall(test, { name: 'Told' });
    const change = { ...wallSettings, name: 'Told' };
    const patch = (body: object) => admin.call('PATCH', `/api/displays/${displayId}`, body);
    expect((await patch({ ...change, interruptFrom: 'sev2', version: 1 })).json()).toMatchObject({ interruptFrom: 'sev2', version: 2 });
    expect((await wall.get('/api/wall')).json()).toMatchObject({ interruptFrom: 'sev2' });
    expect((await patch({ ...change, dwellS: 30, version: 2 })).json()).toMatchObject({ interruptFrom: 'sev2', dwellS: 30 });
    expect((await patch({ ...change, interruptFrom: 'sev9', version: 3 })).status).toBe(400);
  });

  it('revoking ends the session, in read-only mode too, where nothing can be paired', { tags: ['K-10', 'D-23'] }, async () => {
    const { wall, displayId } = await pairWall(test, { name: 'Gone' });
    const { userCode } = await createWallBrowser(test).askForCode();
    const ended: string[] = [];
    test.platform.sessions.onEnded(({ reason }) => void ended.push(reason));
    const pulled = await admin.call('PUT', '/api/system/kill-switch', { active: true, confirmation: 'STOP', reason: 'for the test' });
    expect((await admin.post('/api/displays', { ...wallSettings, code: userCode })).status).toBe(423);
    expect((await admin.call('DELETE', `/api/displays/${displayId}`)).status).toBe(200);
    expect((await wall.get('/api/auth/me')).status).toBe(401);
    expect(ended).toEqual(['revoked']);
    // Consoles that list the display, and a polling display, learn of it from the event log.
    const told = await test.platform.db.selectFrom('events').select('type').where('resource_id', '=', displayId).execute();
    expect(told).toContainEqual({ type: 'system.revoked' });
    expect(await auditOf('display.revoke')).toContainEqual({ target: displayId, outcome: 'done' });
    await admin.call('PUT', '/api/system/kill-switch', { active: false, version: pulled.json().version, reason: 'over' });
    expect((await admin.call('DELETE', `/api/displays/${displayId}`)).status).toBe(404);
  });
});
