import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { brian } from '../../../tests/builders/fakePlatform.ts';
import { amina } from '../../../tests/builders/fakePlatform.ts';
import { closeDevices, endBrowser, holdClock, pass, readIdentity, signedInAs } from '../../../tests/builders/hubDevice.ts';
import { headers } from '../../contracts/endpoints.ts';

beforeEach(holdClock);
afterEach(closeDevices);

const notificationsOf = (title: string) => ({
  body: {
    notifications: [{ notificationId: 'NTF-1', level: 'info', title, body: '', time: '2026-11-21T07:00:00.000Z', link: null, version: 1 }],
    lastUpdated: '2026-11-21T08:00:00.000Z',
  },
});

describe('working in another tenant', () => {
  it('clears rows and caches of the one that is left, ends its stream, and stores no answer of it that was on its way', {
    tags: ['T-8', 'C-59', 'F-23'],
  }, async () => {
    const device = await signedInAs(brian);
    const { platform, api, page } = device;
    platform.replies.set('/api/notifications', notificationsOf('Of the former tenant'));
    await api.subscribe('p1', ['notifications', 'health']);
    await pass(500);
    expect(await device.holds(brian)).toBe(true);
    // Reads are under way while the user switches tenant.
    void api.refresh(['notifications', 'health', 'pipeline', 'kpis']);
    const moved = api.switchTenant('kampala', false);
    await pass(3000);
    expect(await moved).toEqual({ ok: true, value: null });

    expect(device.status().session).toMatchObject({ phase: 'signedIn', tenant: { tenantId: 'kampala' }, confirmed: true });
    expect(page.leaves()).toEqual([{ kind: 'leave', reason: 'tenant', wiped: true }]);
    expect(await device.holds(brian)).toBe(false);
    expect(await device.holds(brian, 'kampala')).toBe(true);
    expect(device.deletedCaches).toContain('ukweli-api:demo:u-brian');
    // The service worker's mark was removed before the cache, and names the new tenant now.
    expect(device.identityAtDelete.at(-1)).toBeNull();
    expect(await readIdentity()).toMatchObject({ tenantId: 'kampala' });
    expect(platform.openStreams().map(({ url }) => new URL(url, 'http://x').searchParams.get('tenantId'))).toEqual(['kampala']);
    // In between, no page was told that somebody is signed in: it would have opened the rows being wiped.
    const told = page.told.slice(page.told.findIndex((message) => message.kind === 'leave'));
    const seen = told.flatMap((message) => (message.kind === 'status' ? [message.status.session] : []));
    expect(seen.filter((session) => session.phase === 'signedIn' && session.tenant.tenantId === 'demo')).toEqual([]);
    // Nor that nobody is: it would have led to the sign-in page.
    expect(seen.map(({ phase }) => phase)).not.toContain('signedOut');
    // From then on every call names the new tenant.
    const first = platform.requests.findIndex(({ path }) => path === '/api/auth/tenant');
    const after = platform.requests.slice(first + 1).filter(({ headers: sent }) => sent[headers.tenant] === 'demo');
    expect(after.map(({ path }) => path)).toEqual([]);
  });

  it('who is told that they are in the other tenant is there: its rows are open, and pages know it', {
    tags: ['C-59', 'D-51'],
  }, async () => {
    const { api, hub, status } = await signedInAs(brian);
    const there = api
      .switchTenant('kampala', false)
      .then((answer) => [answer.ok, hub.sessionContext()?.store.tenantId, status().session.phase]);
    await pass(3_000);
    expect(await there).toEqual([true, 'kampala', 'signedIn']);
  });

  it('a switch whose answer is lost is found out by asking who this is, without naming a tenant', { tags: ['C-59', 'C-69'] }, async () => {
    const { platform, api, status } = await signedInAs(brian);
    platform.loses = (path) => path === '/api/auth/tenant';
    const moved = api.switchTenant('kampala', false);
    await pass(3000);
    expect(await moved).toEqual({ ok: true, value: null });
    expect(status().session).toMatchObject({ tenant: { tenantId: 'kampala' } });
    const asked = platform.requests.filter(({ path }) => path === '/api/auth/me').map(({ headers: sent }) => sent[headers.tenant]);
    expect(asked.at(-1)).toBeUndefined();
  });

  it('with the platform gone nobody is moved and nothing is wiped; a link that comes back later brings the person where the session is', {
    tags: ['C-59'],
  }, async () => {
    const device = await signedInAs(brian);
    device.platform.up = false;
    const stayed = device.api.switchTenant('kampala', false);
    await pass(4000);
    expect(await stayed).toMatchObject({ ok: false, problem: { code: 'network' } });
    expect(device.status().session).toMatchObject({ phase: 'signedIn', tenant: { tenantId: 'demo' } });
    expect(await device.holds(brian)).toBe(true);

    // The request had arrived all the same.
    device.platform.up = true;
    device.platform.cookie = { ...device.platform.cookie!, user: { ...brian, tenantId: 'kampala' } }; // signed in above
    await device.api.retryNow();
    await pass(4000);
    expect(device.status().session).toMatchObject({ phase: 'signedIn', tenant: { tenantId: 'kampala' } });
    expect(await device.holds(brian)).toBe(false);
  });

  it('somebody who may not is refused by the platform, and stays', { tags: ['C-69'] }, async () => {
    const { api, status, page, platform } = await signedInAs(amina);
    const asked = platform.count('/api/auth/me');
    const refused = api.switchTenant('kampala', false);
    await pass(500);
    expect(await refused).toMatchObject({ ok: false, problem: { code: 'forbidden' } });
    // A rate-limited switch has no effect either: the hub need not ask who is signed in.
    const later = { code: 'rate_limited', message: 'Too often.', correlationId: 'c' };
    platform.replies.set('/api/auth/tenant', { status: 429, body: { error: later } });
    const tooOften = api.switchTenant('kampala', false);
    await pass(500);
    expect(await tooOften).toMatchObject({ ok: false, problem: { code: 'rate_limited' } });
    expect(platform.count('/api/auth/me')).toBe(asked);
    expect(status().session).toMatchObject({ tenant: { tenantId: 'demo' } });
    expect(page.leaves()).toEqual([]);
  });

  it('what is unsent is not thrown away unless the person says so', { tags: ['D-31'] }, async () => {
    const { api, platform, status } = await signedInAs(brian);
    platform.replies.set('/api/dlq/DLQ-1/promote', {
      status: 503,
      body: { error: { code: 'unavailable', message: 'x', correlationId: 'c' } },
    });
    await api.enqueue('decision-0000001', [{ kind: 'promote', items: [{ itemId: 'DLQ-1', version: 1 }] }]);
    await pass(500);
    expect(await api.switchTenant('kampala', false)).toMatchObject({ ok: false, problem: { code: 'conflict' } });
    expect(platform.count('/api/auth/tenant')).toBe(0);
    const moved = api.switchTenant('kampala', true);
    await pass(3000);
    expect(await moved).toEqual({ ok: true, value: null });
    expect(status().session).toMatchObject({ tenant: { tenantId: 'kampala' } });
    // The user agreed to it: it is not reported as a loss.
    expect(status().unsentGone).toBeNull();
  });

  it('who is where they were although the platform took the switch hears that they are, and why', { tags: ['M-13', 'C-59'] }, async () => {
    const { api, platform, status } = await signedInAs(brian);
    platform.replies.set('/api/auth/tenant', { body: null });
    const moved = api.switchTenant('kampala', false);
    await pass(5_000);
    // Everything was answered: the hub must not claim that the platform did not answer.
    const problem = {
      code: 'wrong_tenant',
      message: 'The platform answered that this session works in Demo, as before: it was not moved.',
    };
    expect(await moved).toMatchObject({ ok: false, problem });
    expect(status().session).toMatchObject({ phase: 'signedIn', tenant: { tenantId: 'demo' } });
  });

  it('only of a platform that did not say in time where the session works is it said that it did not', { tags: ['C-59'] }, async () => {
    const { api, platform, status } = await signedInAs(brian);
    platform.replies.set('/api/auth/tenant', { body: null });
    platform.onItsWayMs = (path) => (path === '/api/auth/me' ? 3_600_000 : 0);
    const moved = api.switchTenant('kampala', false);
    await pass(30_000);
    expect(await moved).toMatchObject({ ok: false, problem: { code: 'timeout' } });
    expect(status().session).toMatchObject({ phase: 'signedIn', tenant: { tenantId: 'demo' } });
  });

  it('where the platform could not say where the session works, that is what is told, and not that it works where it did', {
    tags: ['M-13', 'C-59', 'D-51'],
  }, async () => {
    const { api, platform, status } = await signedInAs(brian);
    platform.replies.set('/api/auth/tenant', { body: null });
    platform.replies.set('/api/auth/me', { status: 503, body: { error: { code: 'unavailable', message: 'x', correlationId: 'c' } } });
    const moved = api.switchTenant('kampala', false);
    await pass(30_000);
    expect(await moved).toMatchObject({ ok: false, problem: { code: 'unavailable' } });
    expect(status().session).toMatchObject({ phase: 'signedIn', tenant: { tenantId: 'demo' } });
  });

  it('who is signed out elsewhere while they are to be moved hears that nobody is in, and not that the platform is silent', {
    tags: ['C-59', 'D-51'],
  }, async () => {
    const { api, platform } = await signedInAs(brian);
    platform.onItsWayMs = (path) => (path === '/api/auth/tenant' ? 1_000 : 0);
    const moved = api.switchTenant('kampala', false);
    await pass(100);
    const left = api.signOut(true);
    await pass(10_000);
    expect(await left).toMatchObject({ ok: true });
    expect(await moved).toMatchObject({ ok: false, problem: { code: 'unauthenticated' } });
  });

  it('who agreed to leave one decision behind did not agree to lose what another tab decides while the platform is asked: it is named', {
    tags: ['M-3', 'D-31'],
  }, async () => {
    const { api, platform, status } = await signedInAs(brian);
    const busy = { error: { code: 'unavailable', message: 'x', correlationId: 'c' } };
    platform.replies.set('/api/dlq/DLQ-1/promote', { status: 503, body: busy });
    await api.enqueue('decision-0000001', [{ kind: 'promote', items: [{ itemId: 'DLQ-1', version: 1 }] }]);
    await pass(500);
    platform.onItsWayMs = (path) => (path === '/api/auth/tenant' ? 1_500 : 0);
    const moved = api.switchTenant('kampala', true);
    await pass(50);
    const note = [{ kind: 'note' as const, incidentId: 'INC-1', text: 'Called the site.' }];
    const kept = await api.enqueue('decision-0000002', note, { userId: brian.id, tenantId: 'demo' });
    await pass(5000);
    expect(await moved).toEqual({ ok: true, value: null });
    expect(kept).toEqual({ ok: true, value: null });
    expect(status().unsentGone?.items.map(({ command }) => command)).toEqual([expect.objectContaining({ kind: 'note' })]);
  });
});

describe('a page that still shows the tenant that was left', () => {
  it('decides nothing in the next one: its call reaches a hub that took over in the middle of the switch', {
    tags: ['M-3', 'F-23'],
  }, async () => {
    const device = await signedInAs(brian);
    const { platform } = device;
    // The platform has moved the session; the hub that asked for it ended before the answer came.
    await endBrowser(device);
    platform.signIn({ ...brian, tenantId: 'kampala' });
    const next = device.start();
    await next.openPage('p2');
    void next.hub.begin();
    const note = [{ kind: 'note' as const, incidentId: 'INC-1', text: 'Called the site.' }];
    const shown = { userId: brian.id, tenantId: 'demo' };
    const kept = next.api.enqueue('decision-0000001', note, shown);
    await pass(3_000);
    platform.hello();
    await pass(3_000);
    expect(next.status().session).toMatchObject({ phase: 'signedIn', tenant: { tenantId: 'kampala' } });
    expect(await kept).toMatchObject({ ok: false });
    expect(platform.count('/api/incidents/INC-1/notes')).toBe(0);
    expect(await next.api.unsent()).toEqual({ count: 0 });
    // A command decided on the new tenant's data is stored.
    expect(await next.api.enqueue('decision-0000002', note, { ...shown, tenantId: 'kampala' })).toEqual({ ok: true, value: null });
  });
});

describe('another role', () => {
  it('everything that was cached is asked for again, what the account may not have is not', { tags: ['C-59'] }, async () => {
    const { api, platform } = await signedInAs(amina);
    await pass(30_000);
    platform.requests.length = 0;
    void api.invalidate();
    await pass(2000);
    const paths = new Set(platform.requests.map(({ path }) => path));
    for (const path of [
      '/api/kpis',
      '/api/health',
      '/api/pipeline',
      '/api/dlq',
      '/api/notifications',
      '/api/evidence',
      '/api/verifications',
    ])
      expect(paths).toContain(path);
    expect(paths).not.toContain('/api/refinance/portfolios');
  });
});

describe('a link that is lost', () => {
  it('is offline since the moment at which it was lost, over any number of reloads, and since it is not known when where nobody saw it go', {
    tags: ['T-8'],
  }, async () => {
    const device = await signedInAs(brian);
    await pass(2_000);
    expect(device.status().connection.state).toBe('connected');
    device.platform.up = false;
    device.platform.openStreams().forEach((stream) => stream.fail());
    await pass(1_000);
    const seen = device.status().connection;
    if (seen.state !== 'reconnecting') throw new Error(seen.state);
    expect(seen.lostAt).toBe(seen.since);
    await pass(5 * 60_000);

    await endBrowser(device);
    const next = device.start();
    await next.openPage('p2');
    void next.hub.begin();
    await pass(20_000);
    const after = next.status().connection;
    if (after.state !== 'reconnecting') throw new Error(after.state);
    expect(after.since).toBeGreaterThan(seen.since);
    // To the second: the clock is set again at each start.
    expect(Math.abs((after.lostAt ?? 0) - seen.since)).toBeLessThan(1_000);
  });

  it('the platform having answered since, a link that is lost then is another one: nobody says that it was lost before', {
    tags: ['M-13', 'T-8'],
  }, async () => {
    const device = await signedInAs(brian);
    device.platform.up = false;
    device.platform.openStreams().forEach((stream) => stream.fail());
    await pass(60_000);
    await endBrowser(device);
    device.platform.up = true;
    const next = device.start();
    await next.openPage('p2');
    void next.hub.begin();
    await pass(500);
    expect(next.status().session).toMatchObject({ phase: 'signedIn', confirmed: true });
    // This start's stream never says hello.
    device.platform.up = false;
    device.platform.openStreams().forEach((stream) => stream.fail());
    await pass(1_000);
    expect(next.status().connection).toMatchObject({ state: 'reconnecting', lostAt: null });
  });

  it('went while the console was closed: since when is not known', { tags: ['T-8'] }, async () => {
    const device = await signedInAs(brian);
    await pass(2_000);
    await endBrowser(device);
    device.platform.up = false;
    const next = device.start();
    await next.openPage('p2');
    void next.hub.begin();
    await pass(20_000);
    expect(next.status().connection).toMatchObject({ state: 'reconnecting', lostAt: null });
  });
});
