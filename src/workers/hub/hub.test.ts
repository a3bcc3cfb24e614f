import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { amina, brian, createFakePlatform } from '../../../tests/builders/fakePlatform.ts';
import { frameOf } from '../../../tests/builders/operations.ts';
import type { HubMessage, HubStatus, ResourceKey } from '../../contracts/rpc.ts';
import { openMetaStore } from '../../store/meta.ts';
import { databaseName } from '../../store/schema.ts';
import { openWriteStore, wipe } from '../../store/write.ts';
import { createHubApi } from './api.ts';
import { createHub } from './hub.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Lets IndexedDB and everything that waits for it have its turns, without moving the clock. */
async function turns(count = 40): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
async function pass(ms: number): Promise<void> {
  await turns();
  const step = Math.max(1, Math.ceil(ms / 120));
  for (let left = ms; left > 0; left -= step) {
    await vi.advanceTimersByTimeAsync(Math.min(step, left));
    await turns(10);
  }
  await turns();
}

/** What the browsers of a test left open. */
const closing: (() => Promise<void> | void)[] = [];

/** Reads `ukweli-meta` as the service worker does. */
async function readIdentity(): Promise<unknown> {
  const db = await new Dexie('ukweli-meta').open();
  const mark = await db.table('marks').get('identity');
  db.close();
  return mark ?? null;
}

/** One device: its databases stay while hubs come and go, as browsers start and end. */
function createDevice() {
  const platform = createFakePlatform(() => Date.now());
  const deletedCaches: string[] = [];
  /** The service worker's mark at the moment a cache was deleted. */
  const identityAtDelete: unknown[] = [];
  const logged: string[] = [];
  const start = () => {
    const deaths = new Map<string, () => void>();
    let ids = 0;
    const ports = {
      now: () => Date.now(),
      random: () => 0.5,
      build: '20261121.080000-aaaaaaa',
      send: platform.send,
      openEventSource: platform.openEventSource,
      newId: () => {
        ids += 1;
        return `c${ids}`;
      },
      setTimer: (delayMs: number, run: () => void) => {
        const timer = setTimeout(run, delayMs);
        return () => clearTimeout(timer);
      },
      openWebSocket: () => ({ addEventListener: () => {}, send: () => {}, close: () => {} }),
      whenLockFree: (name: string) => new Promise<void>((resolve) => void deaths.set(name, resolve)),
      deleteCache: async (name: string) => {
        deletedCaches.push(name);
        identityAtDelete.push(await readIdentity());
      },
      log: (_level: string, code: string) => void logged.push(code),
    };
    const meta = openMetaStore();
    const hub = createHub(ports, {
      meta,
      open: openWriteStore,
      remove: wipe,
      removeDatabase: async (name) => {
        await Dexie.delete(name);
        return { ok: true, value: null };
      },
    });
    closing.push(async () => {
      await hub.stay()?.end();
      meta.close();
    });
    const api = createHubApi(hub, {
      now: ports.now,
      build: ports.build,
      setTimer: ports.setTimer,
      release: () => {},
      lifeLock: Promise.resolve('life'),
    });
    const openPage = async (pageId: string) => {
      const told: HubMessage[] = [];
      await api.attach({ pageId, lockName: pageId, build: 'b' }, (message) => void told.push(message));
      return { told, leaves: () => told.filter((message) => message.kind === 'leave'), close: () => deaths.get(pageId)?.() };
    };
    return {
      hub,
      api,
      openPage,
      status: (): HubStatus => hub.status(),
    };
  };
  const holds = async (user: { readonly id: string }) => (await Dexie.getDatabaseNames()).includes(databaseName('demo', user.id));
  return { platform, deletedCaches, identityAtDelete, logged, start, holds };
}

/** A device on which somebody has signed in and whose stream is up. */
async function signedInAs(user: typeof amina) {
  const device = createDevice();
  const running = device.start();
  const page = await running.openPage('p1');
  await running.hub.begin();
  await pass(100);
  device.platform.signIn(user);
  const entered = running.api.signedIn();
  await pass(100);
  expect(await entered).toEqual({ ok: true, value: user });
  device.platform.hello();
  await pass(2000);
  return { ...device, ...running, page };
}
/** The browser ends; everything in its memory is gone, its databases are not. */
async function endBrowser(hub: { readonly hub: ReturnType<typeof createHub> }) {
  await hub.hub.stay()?.end();
  vi.clearAllTimers();
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], now: Date.UTC(2026, 10, 21, 8) });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closing.splice(0)) await close();
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
});

describe('coming in', () => {
  it('[C-52] nobody is signed in until /api/auth/me says who', async () => {
    const { start, platform } = createDevice();
    const { hub, status } = start();
    expect(status().session).toEqual({ phase: 'starting' });
    await hub.begin();
    await pass(200);
    expect(platform.count('/api/auth/me')).toBe(1);
    expect(status().session).toEqual({ phase: 'signedOut', reason: 'none', logoutPending: false });
  });

  it('[D-37] fetches all that the person may see, once, and keeps it with its sync row', async () => {
    const { platform, hub, holds } = await signedInAs(amina);
    await pass(minute / 2);
    for (const path of [
      '/api/kpis',
      '/api/pipeline',
      '/api/dlq',
      '/api/activity',
      '/api/confidence',
      '/api/evidence',
      '/api/jwks',
      '/api/refinance/summary',
      '/api/rbf/summary',
    ]) {
      expect([path, platform.count(path)]).toEqual([path, 1]);
    }
    expect(platform.count('/api/series')).toBe(4);
    expect(await holds(amina)).toBe(true);
    expect(hub.stay()).not.toBeNull();
  });

  it('[C-74] names the tenant in every call once it is known', async () => {
    const { platform } = await signedInAs(amina);
    const after = platform.requests
      .slice(platform.requests.findLastIndex((request) => request.path === '/api/auth/me') + 1)
      .filter((request) => request.path !== '/api/config');
    expect(after.length).toBeGreaterThan(10);
    expect(after.filter((request) => request.headers['X-Tenant-ID'] !== 'demo')).toEqual([]);
  });

  it('[D-31] with the platform gone, the person confirmed within 72 hours is known and sees what is held', async () => {
    const device = await signedInAs(amina);
    await endBrowser(device);
    device.platform.up = false;
    await pass(71 * hour);
    const again = device.start();
    await again.hub.begin();
    await pass(2000);
    expect(again.status().session).toMatchObject({ phase: 'signedIn', user: amina, confirmed: false });
    expect(again.status().connection.state).not.toBe('connected');
    expect(await device.holds(amina)).toBe(true);
    // The platform is back: the session is over there, so the person is asked to sign in, and the rows stay for them.
    device.platform.up = true;
    await pass(minute);
    expect(again.status().session).toMatchObject({ phase: 'signedOut', reason: 'expired' });
    expect(await device.holds(amina)).toBe(true);
  });

  it('[D-31] after 72 hours nobody is known any more, and the rows go', async () => {
    const device = await signedInAs(amina);
    await endBrowser(device);
    device.platform.up = false;
    await pass(73 * hour);
    const again = device.start();
    await again.hub.begin();
    await pass(2000);
    expect(again.status().session).toMatchObject({ phase: 'signedOut' });
    expect(await device.holds(amina)).toBe(false);
  });

  it('[D-31] another person’s sign-in removes the rows that were kept for the first', async () => {
    const device = await signedInAs(amina);
    device.platform.cookie = null;
    await device.api.refresh(['health']);
    await pass(1000);
    expect(device.status().session).toMatchObject({ phase: 'signedOut', reason: 'expired' });
    expect(await device.holds(amina)).toBe(true);
    device.platform.signIn(brian);
    const entered = device.api.signedIn();
    await pass(1000);
    expect(await entered).toMatchObject({ ok: true, value: { id: brian.id } });
    expect(await device.holds(amina)).toBe(false);
    expect(device.deletedCaches).toContain('ukweli-api:demo:u-amina');
  });
});

describe('staying', () => {
  it('[K-4] [C-75] any number of pages cost one stream and one fetch per interval', async () => {
    const { api, platform, openPage } = await signedInAs(amina);
    const keys: ResourceKey[] = ['pipeline'];
    for (const id of ['p1', 'p2', 'p3', 'p4', 'p5', 'p6']) {
      await openPage(id);
      await api.want(id, keys);
    }
    await pass(100);
    const before = platform.count('/api/pipeline');
    await pass(2 * minute);
    expect(platform.count('/api/pipeline') - before).toBe(4);
    expect(platform.openStreams()).toHaveLength(1);
  });

  it('[K-4] an event reaches the store and every page', async () => {
    const { platform, hub, page, openPage, status } = await signedInAs(amina);
    const second = await openPage('p2');
    expect(status().connection).toMatchObject({ state: 'connected', transport: 'sse' });
    const component = { name: 'database', status: 'critical', uptime: 91, latency: { p50: 300, p95: 900 }, version: 7 };
    platform.seq = 2;
    platform.emit(frameOf('health.component', 'database', component, { seq: 2, prev: 1, version: 7 }));
    await pass(2000);
    for (const told of [page.told, second.told]) {
      expect(
        told.filter((message) => message.kind === 'events').flatMap((message) => message.events.map((event) => event.resourceId)),
      ).toEqual(['database']);
    }
    expect(await hub.stay()?.recentEvents()).toHaveLength(1);
  });

  it('[D-29] measures how far the device’s clock is off and says so', async () => {
    const device = createDevice();
    device.platform.clockAheadMs = 8 * hour;
    const { hub, status } = device.start();
    await hub.begin();
    await pass(200);
    expect(status().serverOffsetMs).toBeGreaterThan(8 * hour - 50);
    expect(status().serverOffsetMs).toBeLessThan(8 * hour + 50);
  });

  it('[C-52] [D-34] refreshes once, 5 minutes before the session’s end, for a person who is there', async () => {
    const { platform, api } = await signedInAs(amina);
    await pass(9 * minute);
    expect(platform.count('/api/auth/refresh')).toBe(0);
    await api.activity('p1');
    await pass(2 * minute);
    expect(platform.count('/api/auth/refresh')).toBe(1);
  });

  it('[D-9] says that history was rewritten', async () => {
    const { platform, api, status } = await signedInAs(amina);
    const head = (chainIndex: number, digit: string) => ({
      body: {
        verifications: [],
        totalCount: 0,
        nextCursor: null,
        head: { chainIndex, seal: digit.repeat(64) },
        lastUpdated: '2026-11-21T08:00:00Z',
      },
    });
    platform.replies.set('/api/verifications', head(7, 'a'));
    await Promise.all([api.refresh(['verifications']), pass(100)]);
    expect(status().historyRewritten).toBeNull();
    platform.replies.set('/api/verifications', head(7, 'b'));
    await Promise.all([api.refresh(['verifications']), pass(100)]);
    expect(status().historyRewritten).toEqual({ chainIndex: 7, expectedSeal: 'a'.repeat(64), foundSeal: 'b'.repeat(64) });
  });

  it('says at once that the kill switch was pulled, and that it was released', async () => {
    const { platform, status } = await signedInAs(amina);
    platform.emit(
      frameOf(
        'system.kill_switch',
        'kill-switch',
        { active: true, reason: 'Fraud', by: 'Brian', since: '2026-11-21T08:00:00Z' },
        { seq: 2, prev: 0 },
      ),
    );
    await pass(100);
    expect(status().killSwitch).toEqual({ active: true, reason: 'Fraud', by: 'Brian', since: '2026-11-21T08:00:00Z' });
    platform.emit(frameOf('system.kill_switch', 'kill-switch', { active: false }, { seq: 3, prev: 2 }));
    await pass(100);
    expect(status().killSwitch).toBeNull();
  });

  it('a changed role is asked for and taken: what it may no longer see is gone', async () => {
    const { platform, page, status, holds, identityAtDelete } = await signedInAs(brian);
    platform.signIn({ ...brian, role: 'auditor' });
    platform.emit(frameOf('system.role_changed', brian.id, { userId: brian.id }, { seq: 2, prev: 0 }));
    await pass(3000);
    expect(page.leaves()).toEqual([{ kind: 'leave', reason: 'revoked', wiped: true }]);
    expect(status().session).toMatchObject({ phase: 'signedIn', user: { role: 'auditor' } });
    expect(await holds(brian)).toBe(true);
    expect(identityAtDelete).toEqual([null]);
    expect(await readIdentity()).toMatchObject({ tenantId: 'demo', userId: brian.id });
    platform.requests.length = 0;
    await pass(5 * minute);
    expect(platform.count('/api/rbf/summary')).toBe(0);
  });

  it('[K-7] a hub that is replaced does nothing any more: it fetches, decides and writes nothing', async () => {
    const { hub, api, platform, page, status, logged } = await signedInAs(amina);
    await api.want('p1', ['pipeline']);
    await Promise.all([hub.end(), pass(1000)]);
    platform.requests.length = 0;
    // Past the time-out of a person who does nothing: that is for the hub that leads now to say.
    await pass(40 * minute);
    expect(platform.requests).toEqual([]);
    expect(platform.openStreams()).toEqual([]);
    expect(logged).not.toContain('session_timeout');
    expect(page.leaves()).toEqual([]);
    expect(status().session).toMatchObject({ phase: 'signedIn' });
  });
});

describe('leaving', () => {
  it('[D-21] signing out offline wipes at once, and tells the platform before anything else is asked of it', async () => {
    const device = await signedInAs(amina);
    device.platform.up = false;
    const left = device.api.signOut(false);
    await pass(4000);
    expect(await left).toEqual({ ok: true, value: null });
    expect(device.page.leaves()).toEqual([{ kind: 'leave', reason: 'user', wiped: true }]);
    expect(await device.holds(amina)).toBe(false);
    expect(device.deletedCaches).toContain('ukweli-api:demo:u-amina');
    // The mark goes first: an answer under way in the service worker is then nobody's, and cannot fill the cache again.
    expect(device.identityAtDelete).toEqual([null]);
    expect(device.status().session).toEqual({ phase: 'signedOut', reason: 'user', logoutPending: true });
    expect(device.platform.openStreams()).toEqual([]);
    await endBrowser(device);

    // The cookie is still good at the platform, and the device starts again.
    device.platform.up = true;
    device.platform.requests.length = 0;
    const again = device.start();
    await again.hub.begin();
    await pass(2000);
    const paths = device.platform.requests.map((request) => request.path).filter((path) => path !== '/api/config');
    expect(paths[0]).toBe('/api/auth/logout');
    expect(paths).not.toContain('/api/auth/me');
    expect(device.platform.streams.at(-1)?.closed).toBe(true);
    expect(device.platform.cookie).toBeNull();
    expect(again.status().session).toMatchObject({ phase: 'signedOut', logoutPending: false });
  });

  it('[D-31] does not throw away what is unsent unless the person says so; a lock keeps it for them', async () => {
    const device = await signedInAs(brian);
    device.platform.up = false;
    device.platform.openStreams().forEach((stream) => stream.fail());
    await pass(100);
    const promote = [{ kind: 'promote' as const, items: [{ itemId: 'DLQ-1', version: 1 }] }];
    expect(await device.api.enqueue('decision-0000001', promote)).toEqual({ ok: true, value: null });
    expect(await device.api.enqueue('decision-0000001', promote)).toEqual({ ok: true, value: null });
    expect(await device.api.signOut(false)).toMatchObject({ ok: false, problem: { code: 'conflict' } });
    expect(device.status().session).toMatchObject({ phase: 'signedIn' });
    await pass(31 * minute);
    expect(device.status().session).toMatchObject({ phase: 'signedOut', reason: 'timeout' });

    // The same person is back, and so is the platform: it is sent, once.
    device.platform.up = true;
    device.platform.replies.set('/api/dlq/DLQ-1/promote', { body: { promoted: [{ itemId: 'DLQ-1', version: 2 }] } });
    device.platform.signIn(brian);
    const entered = device.api.signedIn();
    await pass(2000);
    await entered;
    device.platform.hello();
    await pass(2000);
    expect(device.platform.count('/api/dlq/DLQ-1/promote')).toBe(1);

    // Discarding is the person's word.
    device.platform.up = false;
    device.platform.openStreams().forEach((stream) => stream.fail());
    await pass(100);
    expect(await device.api.enqueue('decision-0000002', promote)).toMatchObject({ ok: true });
    const left = device.api.signOut(true);
    await pass(5000);
    expect(await left).toEqual({ ok: true, value: null });
    expect(await device.holds(brian)).toBe(false);
  });

  it('[D-21] no page hears signed in again once it was told to leave: it would open the rows while they are wiped', async () => {
    const { api, page } = await signedInAs(amina);
    const left = api.signOut(false);
    await pass(5000);
    await left;
    const after = page.told.slice(page.told.findIndex((message) => message.kind === 'leave'));
    const phases = after.flatMap((message) => (message.kind === 'status' ? [message.status.session.phase] : []));
    expect(phases.length).toBeGreaterThan(0);
    expect(phases.filter((phase) => phase === 'signedIn')).toEqual([]);
  });

  it('[D-21] a write under way when the person leaves does not bring their rows back', async () => {
    const device = await signedInAs(amina);
    await device.api.want('p1', ['pipeline', 'health', 'dlq']);
    void device.api.refresh(['pipeline', 'health', 'dlq', 'kpis']);
    const left = device.api.signOut(false);
    await pass(5000);
    await left;
    expect(await device.holds(amina)).toBe(false);
  });

  it('[C-53] [D-31] warns at 25 minutes, times out at 30: views are told, the platform is told, rows stay', async () => {
    const { platform, status, page, holds, api, logged } = await signedInAs(amina);
    await pass(10 * minute);
    await api.activity('p2');
    const actedAt = Date.now();
    await pass(24 * minute);
    expect(status().session).toMatchObject({ phase: 'signedIn', warningEndsAt: null });
    await pass(1.5 * minute);
    expect(status().session).toMatchObject({ phase: 'signedIn', warningEndsAt: actedAt + 30 * minute });
    await pass(5 * minute);
    expect(status().session).toMatchObject({ phase: 'signedOut', reason: 'timeout' });
    expect(page.leaves()).toEqual([{ kind: 'leave', reason: 'timeout', wiped: false }]);
    expect(platform.requests.find((request) => request.path === '/api/auth/logout')?.body).toBe('{"reason":"timeout"}');
    expect(await holds(amina)).toBe(true);
    expect(logged).toContain('session_timeout');
    expect(platform.openStreams()).toEqual([]);
  });

  it('[C-53] Extend Session refreshes and closes the warning; a refusal signs out', async () => {
    const { platform, status, api } = await signedInAs(amina);
    await pass(26 * minute);
    expect(status().session).toMatchObject({ warningEndsAt: expect.any(Number) });
    const extended = api.extendSession();
    await pass(100);
    expect(await extended).toEqual({ ok: true, value: null });
    expect(status().session).toMatchObject({ phase: 'signedIn', warningEndsAt: null });
    await pass(26 * minute);
    platform.cookie = null;
    const refused = api.extendSession();
    await pass(500);
    expect(await refused).toMatchObject({ ok: false, problem: { code: 'unauthenticated' } });
    expect(status().session).toMatchObject({ phase: 'signedOut', reason: 'expired' });
  });

  it('a revoked account loses its rows; another device’s revocation changes nothing here', async () => {
    const { platform, status, holds, page } = await signedInAs(amina);
    platform.emit(frameOf('system.revoked', amina.id, { userId: amina.id }, { seq: 2, prev: 0 }));
    await pass(1000);
    expect(status().session).toMatchObject({ phase: 'signedIn' });
    platform.cookie = null;
    platform.emit(frameOf('system.revoked', amina.id, { userId: amina.id }, { seq: 3, prev: 2 }));
    await pass(2000);
    expect(status().session).toMatchObject({ phase: 'signedOut', reason: 'revoked' });
    expect(page.leaves()).toEqual([{ kind: 'leave', reason: 'revoked', wiped: true }]);
    expect(await holds(amina)).toBe(false);
  });
});
