import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amina } from '../../../tests/builders/fakePlatform.ts';
import { closeDevices, endBrowser, holdClock, pass, readRow, signedInAs } from '../../../tests/builders/hubDevice.ts';
import { frameOf } from '../../../tests/builders/operations.ts';
import type { ResourceKey } from '../../contracts/rpc.ts';
import { resourceFreshness } from '../../domain/freshness/resourceFreshness.ts';

const minute = 60_000;
const broken = { status: 500, body: { error: { code: 'internal', message: 'It broke.', correlationId: 'c' } } };

beforeEach(holdClock);
afterEach(closeDevices);

describe('one resource that fails', () => {
  it('is asked at once where a person wishes it, however long its wait', { tags: ['M-12', 'F-37'] }, async () => {
    const { api, platform } = await signedInAs(amina);
    await api.subscribe('p1', ['activity']);
    await pass(1_000);
    platform.replies.set('/api/activity', broken);
    void api.refresh(['activity']);
    await pass(10 * minute);
    platform.replies.clear();
    const asked = platform.count('/api/activity');
    await pass(1_000);
    expect(platform.count('/api/activity')).toBe(asked);
    await api.retryNow();
    await pass(200);
    expect(platform.count('/api/activity')).toBe(asked + 1);
    expect(await readRow(amina, 'sync', 'activity')).toMatchObject({ lastFailure: null });
  });

  it('is asked ever more rarely, says as of and why, and holds up neither the header’s age, nor the cursor of its topic, nor the others', {
    tags: ['M-12', 'M-11', 'F-37'],
  }, async () => {
    const { api, platform, status } = await signedInAs(amina);
    const said = async (key: ResourceKey) => {
      // The stored sync row.
      const row = (await readRow(amina, 'sync', key)) as Parameters<typeof resourceFreshness>[1] | undefined;
      return resourceFreshness(key, row ?? null, status().connection, Date.now());
    };
    await api.subscribe('p1', ['activity', 'health']);
    await pass(1000);
    expect(await said('activity')).toMatchObject({ kind: 'live' });

    platform.replies.set('/api/activity', broken);
    const asked = platform.count('/api/activity');
    for (let seq = 2; seq < 62; seq += 1) {
      platform.seq = seq;
      platform.topics.system = seq;
      platform.emit(frameOf('system.notice', 'activity', {}, { seq, prev: seq === 2 ? 0 : seq - 1, version: seq }));
      await pass(10_000);
    }
    expect(platform.count('/api/activity') - asked).toBeLessThanOrEqual(12);
    expect(await said('activity')).toMatchObject({ why: { kind: 'failed', problem: { status: 500 } } });
    expect((await said('activity')).kind).not.toBe('live');
    expect(await said('health')).toMatchObject({ kind: 'live' });
    expect(Date.now() - (status().connection.newestAt ?? 0)).toBeLessThan(15_000);
    expect((await readRow(amina, 'cursors', 'log'))?.['cursors']).toMatchObject({ system: 61 });

    // A gap on that topic makes no difference: what cannot be fetched is recorded as owed, and the topic continues.
    platform.seq = 90;
    platform.topics.system = 90;
    for (const stream of platform.openStreams())
      stream.speak('resync', { kind: 'resync', epoch: platform.epoch, topics: { system: 90 }, reason: 'gap' });
    await pass(minute);
    expect((await readRow(amina, 'cursors', 'log'))?.['cursors']).toMatchObject({ system: 90 });
    expect((await readRow(amina, 'sync', 'activity'))?.['owed']).toMatchObject({ seq: 90, epoch: 'e1' });

    platform.replies.clear();
    await pass(3 * minute);
    platform.hello();
    await pass(2000);
    expect((await readRow(amina, 'sync', 'activity'))?.['owed'] ?? null).toBeNull();
    expect(await said('activity')).toMatchObject({ kind: 'live' });
  });

  it('is owed to the next hub too: an answer from before what is owed is asked for once more there', {
    tags: ['M-13', 'M-12', 'D-14'],
  }, async () => {
    const device = await signedInAs(amina);
    const { platform } = device;
    platform.replies.set('/api/activity', broken);
    platform.seq = 90;
    platform.topics.system = 90;
    for (const stream of platform.openStreams())
      stream.speak('resync', { kind: 'resync', epoch: platform.epoch, topics: { system: 90 }, reason: 'gap' });
    await pass(minute);
    const owed = async () => (await readRow(amina, 'sync', 'activity'))?.['owed'] ?? null;
    expect(await owed()).toMatchObject({ seq: 90 });
    await endBrowser(device);

    // A platform that lags behind its own stream.
    platform.replies.clear();
    platform.seq = 80;
    const next = device.start();
    await next.hub.begin();
    await pass(10_000);
    expect(await owed()).toMatchObject({ seq: 90 });
    platform.seq = 90;
    await pass(10_000);
    expect(await owed()).toBeNull();
  });
});
