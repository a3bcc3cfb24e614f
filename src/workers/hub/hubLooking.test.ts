import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amina, brian } from '../../../tests/builders/fakePlatform.ts';
import { packRow } from '../../../tests/builders/operations.ts';
import { closeDevices, holdClock, pass, readRow, signedInAs } from '../../../tests/builders/hubDevice.ts';

const minute = 60_000;

beforeEach(holdClock);
afterEach(closeDevices);

describe('somebody looks, or looks away', () => {
  it('after a long silence a decision that waits is tried as soon as somebody looks again', { tags: ['D-24'] }, async () => {
    const device = await signedInAs(brian);
    device.platform.up = false;
    device.platform.openStreams().forEach((stream) => stream.fail());
    await pass(100);
    await device.api.enqueue('decision-0000001', [{ kind: 'note', incidentId: 'INC-1', text: 'Called the site.' }]);
    await pass(12 * minute);
    const tries = () => device.platform.count('/api/auth/me');
    const quiet = tries();
    await pass(200);
    expect(tries() - quiet, 'it has grown patient').toBe(0);
    // A page without subscriptions does not count.
    await device.api.subscribe('p1', []);
    await pass(200);
    expect(tries() - quiet, 'nobody looks').toBe(0);
    await device.api.subscribe('p1', ['incidents']);
    await pass(200);
    expect(tries() - quiet).toBeGreaterThan(0);
  });

  it('what nobody waits for any more is no failure of its resource', async () => {
    const device = await signedInAs(amina);
    await pass(minute);
    device.platform.hangs = (path) => path === '/api/health';
    const asked = device.platform.count('/api/health');
    await device.api.subscribe('p1', ['health']);
    await pass(500);
    expect(device.platform.count('/api/health')).toBe(asked + 1);
    await device.api.subscribe('p1', []);
    await pass(100);
    device.platform.up = false;
    delete device.platform.hangs;
    await pass(1_000);
    expect(await readRow(amina, 'sync', 'health')).toMatchObject({ lastSuccessAt: expect.any(Number), lastFailure: null });
  });

  it('a stream that comes back has the kill switch asked for, once: what told of it meanwhile was not heard', {
    tags: ['D-23'],
  }, async () => {
    const device = await signedInAs(amina);
    const asked = () => device.platform.count('/api/system/kill-switch');
    const before = asked();
    device.platform.openStreams().forEach((stream) => stream.fail());
    await pass(5_000);
    expect([device.status().connection.state, asked()]).toEqual(['reconnecting', before]);
    device.platform.hello();
    await pass(1_000);
    expect([device.status().connection.state, asked()]).toEqual(['connected', before + 1]);
  });

  it('a person who wishes a try has the stream tried then and there, and what was decided, however long it would wait', {
    tags: ['M-13', 'D-14'],
  }, async () => {
    const device = await signedInAs(brian);
    device.platform.up = false;
    device.platform.openStreams().forEach((stream) => stream.fail());
    await pass(100);
    await device.api.enqueue('decision-0000001', [{ kind: 'note', incidentId: 'INC-1', text: 'Called the site.' }]);
    await pass(12 * minute);
    const streams = () => device.platform.streams.length;
    const before = streams();
    await pass(200);
    expect(streams() - before, 'it has grown patient').toBe(0);
    await device.api.retryNow();
    await pass(50);
    expect(streams() - before).toBe(1);
    await pass(5 * minute);
    // The browser's event that the link is back counts as much.
    const later = streams();
    await pass(200);
    expect(streams() - later).toBe(0);
    device.hub.linkReturned();
    await pass(50);
    expect(streams() - later).toBe(1);
  });

  type Device = Awaited<ReturnType<typeof signedInAs>>;
  it.each([
    ['somebody looks again', (device: Device) => device.api.subscribe('p1', ['incidents'])],
    ['somebody wishes it', (device: Device) => device.api.retryNow()],
    ['the browser says that the link is back', async (device: Device) => device.hub.linkReturned()],
  ] as const)(
    'what the platform could not take waits longer and longer, and goes at once when %s',
    { tags: ['M-13', 'D-24'] },
    async (_, act) => {
      const device = await signedInAs(brian);
      const path = '/api/incidents/INC-1/notes';
      device.platform.replies.set(path, { status: 503, body: { error: { code: 'unavailable', message: 'x', correlationId: 'c' } } });
      await device.api.enqueue('decision-0000001', [{ kind: 'note', incidentId: 'INC-1', text: 'Called the site.' }]);
      const sent = () => device.platform.count(path);
      await pass(5 * minute);
      const before = sent();
      for (let second = 0; second < 120 && sent() === before; second += 1) await pass(1_000);
      expect(sent()).toBe(before + 1);
      await pass(5_000);
      expect(sent(), 'it has grown patient').toBe(before + 1);
      await act(device);
      await pass(200);
      expect(sent()).toBe(before + 2);
    },
  );

  it('a manifest that is asked for as the stay ends is asked for no longer', { tags: ['M-13', 'D-21'] }, async () => {
    const device = await signedInAs(brian);
    await pass(minute);
    device.platform.slowMs = 8_000;
    void device.api.ensureManifest('EP-9');
    await pass(100);
    const underWay = () => [...device.platform.underWay].filter(([name, count]) => name.includes('EP-9') && count > 0).length;
    expect(underWay()).toBe(1);
    void device.hub.sessionContext()?.end();
    await pass(200);
    expect(underWay()).toBe(0);
  });

  it('a list of packs that has come has the manifests that it names fetched; no other answer has', { tags: ['M-13', 'D-37'] }, async () => {
    const device = await signedInAs(brian);
    await pass(2 * minute);
    const asked = () => device.platform.requests.filter(({ path }) => path.endsWith('/manifest')).length;
    device.platform.replies.set('/api/evidence', {
      body: { packs: [packRow(1)], totalCount: 1, lastUpdated: '2026-11-21T08:00:00Z' },
    });
    const before = asked();
    const refreshed = device.api.refresh(['evidence']);
    await pass(500);
    expect(await refreshed).toEqual({ ok: true, value: null });
    expect(asked()).toBe(before + 1);
    const others = device.api.refresh(['health', 'pipeline']);
    await pass(500);
    expect(await others).toEqual({ ok: true, value: null });
    expect(asked()).toBe(before + 1);
  });
});
