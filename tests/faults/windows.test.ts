// Long: a link that is up for three of every twelve seconds, in real time.
import type { AddressInfo } from 'node:net';
import { describe, type ExpectStatic, it } from 'vitest';
import { startWindowedLink } from '../../e2e/support/windowedLink.ts';
import type { Incident } from '../../src/contracts/incident.ts';
import { createTestPlatform } from '../../server/testing/platform.ts';
import { patience } from './testing/faultyPlatform.ts';
import { forgetNodeDevice, startNodeDevice } from './testing/nodeDevice.ts';

/**
 * A link that is up for three of every twelve seconds, over real sockets in real time. Commands decided meanwhile must be sent by the
 * second window.
 */

async function twoDecisions(between: 'refuses' | 'swallows', expect: ExpectStatic) {
  const link = await startWindowedLink({ between, latencyMs: 400, bytesPerSecond: 30_000 });
  const test = await createTestPlatform({ config: { simulation: 'off', origin: link.url }, seeded: true });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  link.target((test.app.server.address() as AddressInfo).port); // listening on TCP
  const admin = await test.signIn('admin@ukweli.example');
  const userId = `windows-${between}`;
  const device = await startNodeDevice({ origin: link.url, cookie: admin.cookie, userId, realTime: true });
  const { outbox } = device.sessionContext;
  const incident = async (id: string): Promise<Incident | undefined> =>
    (await admin.get('/api/incidents')).json().incidents.find((one: Incident) => one.id === id);
  try {
    await expect.poll(() => device.status().state, patience).toBe('connected');
    await expect.poll(async () => (await device.table('sync')).length, patience).toBeGreaterThan(15);
    // The initial fetches are complete: the device is running and no call is in flight.
    let held = 0;
    await expect
      .poll(
        async () => {
          const before = held;
          held = (await device.table('manifests')).length + (await device.table('sync')).length;
          return held === before;
        },
        { timeout: 30_000, interval: 1000 },
      )
      .toBe(true);

    link.windows({ openMs: 3000, everyMs: 12_000, firstAfterMs: 2000 });
    const taken = await Promise.all([
      outbox.enqueue('windows-decision-1', [{ kind: 'note', incidentId: 'INC-0042', text: 'Two workers added.' }]),
      outbox.enqueue('windows-decision-2', [
        { kind: 'resolve', incidentId: 'INC-0042', note: 'Worked off.', despite: 'The queue is watched.' },
      ]),
    ]);
    expect(taken.map(({ ok }) => ok)).toEqual([true, true]);
    await expect.poll(async () => (await incident('INC-0042'))?.resolvedAt, { timeout: 60_000, interval: 50 }).toBeDefined();
    const outInWindow = link.opened();
    await expect.poll(() => outbox.unsent(), { timeout: 60_000, interval: 20 }).toBe(0);
    const toldInWindow = link.opened();

    const after = await incident('INC-0042');
    return { outInWindow, toldInWindow, timeline: after?.timeline?.map(({ kind, text }) => [kind, text]) };
  } finally {
    link.open();
    await device.end();
    await forgetNodeDevice(userId);
    await link.close();
    await test.close();
  }
}

describe('a link that is there for 3 s in every 12 s, at 30 kB/s and 400 ms each way', { tags: ['M-6', 'D-62', 'F-30'] }, () => {
  it.concurrent.for(['refuses', 'swallows'] as const)(
    'and %s between: two decisions are out by the second window, in order, each once',
    async (between, { expect }) => {
      const { outInWindow, toldInWindow, timeline } = await twoDecisions(between, expect);
      expect(outInWindow).toBeLessThanOrEqual(2);
      expect(toldInWindow).toBeLessThanOrEqual(3);
      expect(timeline).toEqual([
        ['opened', ''],
        ['note', 'Two workers added.'],
        ['resolved', 'Worked off.'],
      ]);
    },
  );
});
