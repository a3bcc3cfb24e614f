import { afterEach, expect, it } from 'vitest';
import { everyEndpoint } from '../../src/contracts/everyEndpoint.ts';
import type { SeriesResponse } from '../../src/contracts/series.ts';
import { freezeAsKept } from '../prepareData.ts';
import { createRandom } from '../seed/random.ts';
import { createFakeClock, createTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { writeBatch } from './burst.ts';

const minuteMs = 60_000;
const opened: TestPlatform[] = [];
afterEach(async () => {
  for (const test of opened.splice(0).reverse()) await test.close();
});

/** When a chart's newest point was measured: the start of its bucket. */
const newestPoint = async (test: TestPlatform): Promise<string> => {
  const admin = await test.signIn('admin@ukweli.example');
  const { series } = (await admin.get('/api/series?window=24h&metric=stage.decision_service.lag')).json<SeriesResponse>();
  const measured = series[0]?.points.filter(([, value]) => value !== null).at(-1);
  return new Date(measured?.[0] ?? Number.NaN).toISOString();
};

it('where the day stands later than one tenant was halted, its charts end where they did: another tenant’s simulation measures nothing of it', {
  tags: ['S-11', 'D-23'],
}, async () => {
  const live = await createTestPlatform({ seeded: true });
  opened.push(live);
  live.clock.advance(10 * minuteMs);
  await writeBatch(live.platform, 'demo', 4, createRandom(1));
  const admin = await live.signIn('admin@ukweli.example');
  const pulled = await admin.call('PUT', everyEndpoint.killSwitch.path, {
    active: true,
    confirmation: 'STOP',
    reason: 'Meter fraud at Kilifi',
  });
  expect(pulled.status, pulled.body).toBe(200);
  live.clock.advance(3 * 60 * minuteMs);
  await writeBatch(live.platform, 'kampala', 4, createRandom(2));
  const before = await newestPoint(live);

  const off = await createTestPlatform({
    clock: createFakeClock(new Date(live.clock.now().getTime() + minuteMs)),
    config: { simulation: 'off' },
    database: live.platform.database,
    joins: true,
  });
  opened.push(off);
  await freezeAsKept(off.platform, off.clock);
  expect(await newestPoint(off)).toBe(before);
});
