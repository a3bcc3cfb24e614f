import { afterEach, beforeEach, expect, it } from 'vitest';
import { brian } from '../../../tests/builders/fakePlatform.ts';
import { closeDevices, createDevice, holdClock, pass, readRow } from '../../../tests/builders/hubDevice.ts';
import { endpoints } from '../../contracts/endpoints.ts';
import { topics } from '../../contracts/realtime/event.ts';
import type { ResourceKey } from '../../contracts/rpc.ts';
import { endpointFor, freshnessRuleOf, resourceKeys, touchedBy } from '../../domain/freshness/resources.ts';

beforeEach(holdClock);
afterEach(closeDevices);

/** Resources for which the fake platform has a complete answer; it refuses the rest as not found, which stores nothing. */
const answered: readonly ResourceKey[] = [
  'kpis',
  'health',
  'pipeline',
  'dlq',
  'activity',
  'notifications',
  'confidence',
  'refinanceSummary',
  'rbfSummary',
  'series:24h',
  'series:1h',
  'verifications',
  'evidence',
  'jwks',
  'audit',
  'savedViews',
];
const looked: ReadonlySet<ResourceKey> = new Set(['kpis', 'health', 'pipeline', 'dlq']);

it.each([5_000, 20_000])(
  'answers of %i ms to every read are taken when they come and stored, none is asked for again before its time, and how slow they are is said',
  { tags: ['M-10', 'F-32'] },
  async (slowMs) => {
    const device = createDevice();
    const { platform } = device;
    const { hub, api, openPage, status } = device.start();
    await openPage('p1');
    await hub.begin();
    platform.signIn(brian);
    platform.slowMs = slowMs;
    void api.signedIn();
    await pass(3 * slowMs);
    expect(status().session).toMatchObject({ phase: 'signedIn', user: { id: brian.id } });
    await api.subscribe('p1', [...looked]);
    platform.requests.length = 0;
    platform.hello();
    for (let beat = 0; beat * 20_000 < resourceKeys.length * slowMs; beat += 1) {
      await pass(20_000);
      const at = new Date(Date.now()).toISOString();
      for (const stream of platform.openStreams()) stream.speak('heartbeat', { kind: 'heartbeat', topics: platform.topics, at });
    }

    expect(platform.maxAtOnce).toBe(1);
    for (const key of answered) expect([key, (await readRow(brian, 'sync', key))?.['lastSuccessAt']]).toEqual([key, expect.any(Number)]);
    // Nothing failed, so nothing is fetched before its interval: of resources without subscribers that no topic of the stream touches.
    const once = answered.filter(
      (key) => !looked.has(key) && !topics.some((topic) => touchedBy(topic).includes(key)) && !key.startsWith('series:'),
    );
    expect(once.length).toBeGreaterThan(4);
    for (const key of once) {
      const asked = platform.requests.filter(({ path }) => path === endpoints[endpointFor(key)].path).map(({ at }) => at);
      const least = slowMs + (freshnessRuleOf(key).refetchMs ?? 0);
      const tooSoon = asked.filter((at, index) => index > 0 && at - (asked[index - 1] ?? 0) < least);
      expect([key, asked.length > 0, tooSoon]).toEqual([key, true, []]);
    }
    expect(status().answersTakeMs).toBe(slowMs);

    platform.slowMs = 0;
    await pass(10 * 60_000);
    expect(status().answersTakeMs).toBeNull();
  },
);

it('over polling too: rounds that take 20 s connect, and none is given up for a new one', { tags: ['M-14', 'F-32'] }, async () => {
  const device = createDevice();
  const { platform } = device;
  const { hub, api, status } = device.start();
  await hub.begin();
  platform.signIn(brian);
  await api.signedIn();
  await api.setTransport('polling');
  await pass(1_000);
  expect(status().connection).toMatchObject({ state: 'connected', transport: 'polling' });
  platform.slowMs = 20_000;
  const asked = platform.count('/api/poll/health');
  const states = new Set<string>();
  for (let second = 0; second < 110; second += 1) {
    await pass(1_000);
    if (second > 60) states.add(status().connection.state);
  }
  // Connected between two rounds; while a round is out without any bytes, it does not claim to be.
  expect(states).toContain('connected');
  expect(platform.count('/api/poll/health') - asked).toBeLessThanOrEqual(4);
  expect(platform.maxAtOnce).toBe(1);
});
