import { createHash } from 'node:crypto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amina, brian } from '../../../tests/builders/fakePlatform.ts';
import {
  closeDevices,
  createDevice,
  endBrowser,
  holdClock,
  pass,
  readIdentity,
  readRow,
  signedInAs,
} from '../../../tests/builders/hubDevice.ts';
import { frameOf } from '../../../tests/builders/operations.ts';
import type { ResourceKey } from '../../contracts/rpc.ts';
import { canonicalChainEntry, GENESIS } from '../../domain/records/chain.ts';
import { databaseName } from '../../store/schema.ts';
import { switchAgainMs } from './platform.ts';

const minute = 60_000;
const hour = 60 * minute;

beforeEach(holdClock);
afterEach(closeDevices);

/** The stored kill switch, and its as-of time. */
async function keptSwitch(): Promise<{ readonly killSwitch: unknown; readonly at: unknown }> {
  const [row, sync] = await Promise.all([readRow(amina, 'singles', 'killSwitch'), readRow(amina, 'sync', 'killSwitch')]);
  return { killSwitch: row?.['payload'], at: sync?.['lastSuccessAt'] };
}

describe('staying', () => {
  it('any number of pages cost one stream and one fetch per interval', { tags: ['K-4', 'C-75'] }, async () => {
    const { api, platform, openPage } = await signedInAs(amina);
    const keys: ResourceKey[] = ['pipeline'];
    for (const id of ['p1', 'p2', 'p3', 'p4', 'p5', 'p6']) {
      await openPage(id);
      await api.subscribe(id, keys);
    }
    await pass(100);
    const before = platform.count('/api/pipeline');
    await pass(2 * minute);
    expect(platform.count('/api/pipeline') - before).toBe(4);
    expect(platform.openStreams()).toHaveLength(1);
  });

  it('an event reaches the store and every page', { tags: ['K-4'] }, async () => {
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
    expect(await hub.sessionContext()?.recentEvents()).toHaveLength(1);
  });

  it('what the day before yesterday’s events left behind goes at the start, and not only after ten minutes that nobody stays', {
    tags: ['D-12'],
  }, async () => {
    const device = await signedInAs(amina);
    const component = { name: 'database', status: 'critical', uptime: 91, latency: { p50: 300, p95: 900 }, version: 7 };
    device.platform.seq = 2;
    device.platform.emit(frameOf('health.component', 'database', component, { seq: 2, prev: 1, version: 7 }));
    await pass(2_000);
    expect(await readRow(amina, 'segments', 1)).toMatchObject({ topic: 'health' });
    await endBrowser(device);
    await pass(25 * hour);
    device.platform.signIn(amina);
    const next = device.start();
    await next.openPage('p2');
    await next.hub.begin();
    await pass(2_000);
    expect(next.status().session).toMatchObject({ phase: 'signedIn', confirmed: true });
    expect(await readRow(amina, 'segments', 1)).toBeUndefined();
  });

  it('a row that is found spoilt at the start is set aside and asked for then and there, whatever its resource waits for', {
    tags: ['F-25'],
  }, async () => {
    const device = await signedInAs(amina);
    await pass(minute / 2);
    await endBrowser(device);
    const db = await new Dexie(databaseName('demo', amina.id)).open();
    const [row] = await db.table('components').toArray();
    await db.table('components').put({ ...row, payload: { spoilt: true } });
    db.close();
    const { platform } = device;
    const broken = { code: 'internal', message: 'It broke.', correlationId: 'c' };
    platform.replies.set('/api/health', { status: 500, body: { error: broken } });
    const next = device.start();
    await next.openPage('p2');
    await next.hub.begin();
    await next.api.subscribe('p2', ['health']);
    await pass(300);
    const asked = platform.count('/api/health');
    platform.replies.clear();
    platform.hello();
    await pass(100);
    expect(platform.count('/api/health')).toBe(asked + 1);
    await pass(500);
    const again = (await readRow(amina, 'components', 'database'))?.['payload'];
    expect(again).toMatchObject({ name: 'database' });
  });

  it('measures how far the device’s clock is off and says so', { tags: ['D-29'] }, async () => {
    const device = createDevice();
    device.platform.clockAheadMs = 8 * hour;
    const { hub, status } = device.start();
    await hub.begin();
    await pass(200);
    expect(status().serverOffsetMs).toBeGreaterThan(8 * hour - 50);
    expect(status().serverOffsetMs).toBeLessThan(8 * hour + 50);
  });

  it('refreshes once, 5 minutes before the session’s end, for a person who is there', { tags: ['C-52', 'D-34'] }, async () => {
    const { platform, api } = await signedInAs(amina);
    await pass(9 * minute);
    expect(platform.count('/api/auth/refresh')).toBe(0);
    await api.activity('p1');
    await pass(2 * minute);
    expect(platform.count('/api/auth/refresh')).toBe(1);
  });

  it('says that history was rewritten', { tags: ['D-9', 'P-5'] }, async () => {
    const { platform, api, status } = await signedInAs(amina);
    const link = {
      chainIndex: 0,
      vrfId: 'VRF-000001',
      siteCode: 'KE-001',
      timestamp: '2026-11-21T08:00:00Z',
      performanceKpis: { uptime: 99, fuelSavings: 20, emissionReduction: 1 },
      status: 'verified',
      covenantHash: 'c'.repeat(64),
      evidenceHash: 'e'.repeat(64),
      prevHash: GENESIS,
    } as const;
    const seal = createHash('sha256').update(canonicalChainEntry('demo', link)).digest('hex');
    const shown = (headSeal: string) => ({
      body: {
        verifications: [{ ...link, seal, siteName: 'Site', confidenceScore: 0.9, automated: true, version: 1 }],
        totalCount: 1,
        nextCursor: null,
        head: { chainIndex: 0, seal: headSeal },
        lastUpdated: '2026-11-21T08:00:00Z',
      },
    });
    platform.replies.set('/api/verifications', shown(seal));
    await Promise.all([api.refresh(['verifications']), pass(100)]);
    expect(status().historyFound).toBeNull();
    platform.replies.set('/api/verifications', shown('b'.repeat(64)));
    await Promise.all([api.refresh(['verifications']), pass(100)]);
    expect(status().historyFound).toEqual({ kind: 'rewritten', chainIndex: 0, expectedSeal: seal, foundSeal: 'b'.repeat(64) });
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
    expect(status().killSwitch).toEqual({ active: true, reason: 'Fraud', by: 'Brian', since: '2026-11-21T08:00:00Z', version: 2 });
    platform.emit(frameOf('system.kill_switch', 'kill-switch', { active: false }, { seq: 3, prev: 2 }));
    await pass(100);
    expect(status().killSwitch).toBeNull();
  });

  it('asks where the kill switch stands when it opens, and again when it was cut off', { tags: ['D-23'] }, async () => {
    const device = createDevice();
    const on = { active: true, reason: 'Fraud', by: 'Brian', since: '2026-11-21T08:00:00Z', version: 4 };
    device.platform.replies.set('/api/system/kill-switch', { body: on });
    device.platform.signIn(amina);
    const { hub, status } = device.start();
    await hub.begin();
    await pass(200);
    device.platform.hello();
    await pass(200);
    expect(status().killSwitch).toEqual(on);
    // A release, then a delayed message of an earlier pull: an older version is ignored.
    const told = (data: object, seq: number, version: number) =>
      device.platform.emit(frameOf('system.kill_switch', 'kill-switch', data, { seq, prev: seq - 2, version }));
    told({ ...on, active: false, version: 5 }, 2, 5);
    await pass(100);
    expect(status().killSwitch).toBeNull();
    device.platform.replies.set('/api/system/kill-switch', { body: { ...on, version: 6 } });
    for (const stream of device.platform.openStreams())
      stream.speak('resync', { kind: 'resync', epoch: device.platform.epoch, topics: { system: 9 }, reason: 'gap' });
    await pass(2000);
    expect(status().killSwitch).toMatchObject({ version: 6, active: true });
  });

  it('a stream that is heard does not vouch for the kill switch while the platform does not say where it stands', {
    tags: ['T-9', 'D-23'],
  }, async () => {
    const device = createDevice();
    const off = { active: false, reason: '', by: '', since: null, version: 4 };
    device.platform.replies.set('/api/system/kill-switch', { body: off });
    device.platform.signIn(amina);
    const { hub } = device.start();
    await hub.begin();
    await pass(200);
    device.platform.hello();
    await pass(200);
    const failed = async () => (await readRow(amina, 'sync', 'killSwitch'))?.['lastFailure'] ?? null;
    expect(await failed()).toBeNull();
    // Pulled while this console could not hear it: the gap is filled and heartbeats arrive, but the one answer about the switch fails.
    device.platform.replies.set('/api/system/kill-switch', { status: 500, body: {} });
    for (const stream of device.platform.openStreams())
      stream.speak('resync', { kind: 'resync', epoch: device.platform.epoch, topics: { system: 9 }, reason: 'gap' });
    await pass(2000);
    expect(await failed()).not.toBeNull();
    device.platform.replies.set('/api/system/kill-switch', { body: off });
    await pass(switchAgainMs + 1000);
    expect(await failed()).toBeNull();
  });

  it('keeps on the device where the kill switch stood when it last heard, by an answer or by an event, and when that was', {
    tags: ['D-15', 'D-23'],
  }, async () => {
    const device = createDevice();
    const on = { active: true, reason: 'Fraud', by: 'Brian', since: '2026-11-21T08:00:00Z', version: 4 };
    device.platform.replies.set('/api/system/kill-switch', { body: on });
    device.platform.signIn(amina);
    const { hub } = device.start();
    await hub.begin();
    await pass(200);
    device.platform.hello();
    await pass(200);
    expect(await keptSwitch()).toEqual({ killSwitch: on, at: Date.now() - 200 });
    // Just before a stream without heartbeats is given up.
    await pass(20_000);
    const off = { ...on, active: false, reason: 'Replaced', version: 5 };
    device.platform.emit(frameOf('system.kill_switch', 'kill-switch', off, { seq: 2, prev: 0, version: 5 }));
    await pass(100);
    expect((await keptSwitch()).killSwitch).toEqual(off);
    expect((await keptSwitch()).at).toBeGreaterThan(Date.now() - 1_000);
    await hub.sessionContext()?.end();
    expect((await keptSwitch()).killSwitch).toEqual(off);
  });

  it('that starts without the platform tells of a kill switch that was on when last heard of, as of then, until it is told anew', {
    tags: ['D-23', 'T-5', 'T-9'],
  }, async () => {
    const device = createDevice();
    const on = { active: true, reason: 'Fraud', by: 'Brian', since: '2026-11-21T08:00:00Z', version: 4 };
    device.platform.replies.set('/api/system/kill-switch', { body: on });
    device.platform.signIn(amina);
    const first = device.start();
    await first.hub.begin();
    await pass(200);
    device.platform.hello();
    await pass(200);
    await endBrowser(first);
    device.platform.up = false;
    const next = device.start();
    await next.openPage('p2');
    await next.hub.begin();
    await pass(500);
    expect(next.status()).toMatchObject({ session: { phase: 'signedIn' }, killSwitch: on, switchDoubt: true });
    device.platform.up = true;
    device.platform.replies.set('/api/system/kill-switch', { body: { ...on, active: false, version: 5 } });
    next.hub.linkReturned();
    await pass(5_000);
    device.platform.hello();
    await pass(switchAgainMs);
    expect(next.status()).toMatchObject({ killSwitch: null, switchDoubt: false });
  });

  it('a changed role is asked for and taken: what it may no longer see is gone, and the person is told', { tags: ['C-73'] }, async () => {
    const { platform, page, status, holds, identityAtDelete } = await signedInAs(brian);
    platform.signIn({ ...brian, role: 'auditor' });
    platform.emit(frameOf('system.role_changed', brian.id, { userId: brian.id }, { seq: 2, prev: 0 }));
    await pass(3000);
    expect(page.leaves()).toEqual([{ kind: 'leave', reason: 'role', wiped: true }]);
    // No page goes to the sign-in page or sees the former role again, and the user is told.
    const told = page.told.slice(page.told.findIndex((message) => message.kind === 'leave'));
    const seen = told.flatMap((message) => (message.kind === 'status' ? [message.status.session] : []));
    expect(
      seen.filter((session) => session.phase === 'signedOut' || (session.phase === 'signedIn' && session.user.role === brian.role)),
    ).toEqual([]);
    expect(told).toContainEqual(expect.objectContaining({ kind: 'notice', title: 'Your role was changed' }));
    expect(status().session).toMatchObject({ phase: 'signedIn', user: { role: 'auditor' } });
    expect(await holds(brian)).toBe(true);
    expect(identityAtDelete).toEqual([null]);
    expect(await readIdentity()).toMatchObject({ tenantId: 'demo', userId: brian.id });
    platform.requests.length = 0;
    await pass(5 * minute);
    expect(platform.count('/api/rbf/summary')).toBe(0);
  });

  it('a hub that is replaced does nothing any more: it fetches, decides and writes nothing', { tags: ['K-7'] }, async () => {
    const { hub, api, platform, page, status, logged } = await signedInAs(amina);
    await api.subscribe('p1', ['pipeline']);
    await Promise.all([hub.end(), pass(1000)]);
    platform.requests.length = 0;
    // Beyond the idle time-out: only the leading hub may report that.
    await pass(40 * minute);
    expect(platform.requests).toEqual([]);
    expect(platform.openStreams()).toEqual([]);
    expect(logged).not.toContain('session_timeout');
    expect(page.leaves()).toEqual([]);
    expect(status().session).toMatchObject({ phase: 'signedIn' });
  });
});
