// Long: closes days in several time zones, each on a platform of its own.
import { afterEach, expect, it, vi } from 'vitest';
import { createFakeClock, createStandingClock, createTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { keepHistory } from './keepHistory.ts';

let test: TestPlatform | null = null;
afterEach(async () => {
  await test?.close();
  test = null;
});

const closings = async ({ platform }: TestPlatform, since: string) =>
  (
    await platform.db
      .selectFrom('kpi_snapshots')
      .select('period_end')
      .where('tenant_id', '=', 'demo')
      .where('period_end', '>=', since)
      .orderBy('period_end')
      .execute()
  ).map(({ period_end: end }) => new Date(end).toISOString());

it.each([
  // A plain day, the start of daylight saving time, its end, New Year's Eve.
  ['Europe/Berlin', '2027-06-01', ['2027-05-31T22:00:00.000Z', '2027-06-01T22:00:00.000Z']],
  ['Europe/Berlin', '2027-03-28', ['2027-03-27T23:00:00.000Z', '2027-03-28T22:00:00.000Z']],
  ['Europe/Berlin', '2027-10-31', ['2027-10-30T22:00:00.000Z', '2027-10-31T23:00:00.000Z']],
  ['Africa/Nairobi', '2026-12-31', ['2026-12-30T21:00:00.000Z', '2026-12-31T21:00:00.000Z']],
])('a day of %s, %s, is closed when it ends there, and once', { tags: ['S-10', 'F-46', 'D-35'] }, async (zone, _day, expected) => {
  test = await createTestPlatform({ seeded: true });
  await test.platform.db.updateTable('tenants').set({ time_zone: zone }).where('tenant_id', '=', 'demo').execute();
  const [first = '', second = ''] = expected;
  for (const atMs of [Date.parse(first), Date.parse(second) - 60_000, Date.parse(second), Date.parse(second) + 60_000])
    await keepHistory(test.platform, 'demo', atMs);
  expect(await closings(test, first)).toEqual(expected);
});

it('a tenant’s history is kept by the platform with the simulation off too; while the business clock stands still none is', {
  tags: ['S-10'],
}, async () => {
  const clock = createStandingClock('2027-02-03T20:59:30Z');
  test = await createTestPlatform({ seeded: true, clock, config: { simulation: 'off' } });
  const { db } = test.platform;
  const newest = async () => (await closings(test as TestPlatform /* made above */, '2027-01-01T00:00:00Z')).at(-1);
  const write = vi.spyOn(test.platform.database, 'write');
  await test.platform.start();
  // The job has looked at the clock again; nothing was written, because the minute does not pass.
  const turns = vi.spyOn(clock, 'business');
  await vi.waitUntil(() => turns.mock.calls.length > 1, { timeout: 20_000 });
  expect(write.mock.calls.filter(([name]) => String(name).startsWith('history'))).toEqual([]);
  clock.freezeBusinessAt(new Date('2027-02-03T21:00:00Z'));
  await vi.waitUntil(async () => (await newest()) === '2027-02-03T21:00:00.000Z', { timeout: 20_000, interval: 50 });
  await vi.waitUntil(
    async () =>
      (await db
        .selectFrom('series_chunks')
        .select('metric')
        .where('tenant_id', '=', 'kampala')
        .where('starts_at', '>=', '2027-02-03T00:00:00Z')
        .executeTakeFirst()) !== undefined,
    { timeout: 20_000, interval: 50 },
  );
});

it('on New Year’s night a report bears the tenant’s year, and its period begins with a day of the tenant’s', {
  tags: ['S-10', 'C-33'],
}, async () => {
  test = await createTestPlatform({ seeded: true, clock: createFakeClock(new Date('2026-12-31T21:30:00Z')) });
  const bank = await test.signIn('bank@ukweli.example');
  const report = (await bank.post('/api/reports/pcaf')).json();
  expect(report).toMatchObject({
    reportId: expect.stringMatching(/^PCAF-2027-\d{4}$/),
    period: { from: '2025-12-31T21:00:00.000Z', to: '2026-12-31T21:30:00.000Z' },
  });
  const admin = await test.signIn('admin@ukweli.example');
  expect((await admin.get('/api/rbf/summary')).json().month).toBe('2027-01');
});

it('a minute that was put down stays as it was where the clock goes back over it; one that was passed over is filled', {
  tags: ['S-6', 'D-63'],
}, async () => {
  test = await createTestPlatform({ seeded: true });
  const { db } = test.platform;
  const begun = Math.floor(test.clock.now().getTime() / 3_600_000) * 3_600_000 + 2 * 3_600_000;
  const put = async (minute: number, lag: number): Promise<void> => {
    await db
      .updateTable('pipeline_stages')
      .set({ lag_minutes: lag })
      .where('tenant_id', '=', 'demo')
      .where('name', '=', 'decision_service')
      .execute();
    await keepHistory((test as TestPlatform) /* made above */.platform, 'demo', begun + minute * 60_000);
  };
  await put(0, 1);
  await put(2, 3);
  await put(0, 9);
  await put(1, 2);
  const { points } = await db
    .selectFrom('series_chunks')
    .select('points')
    .where('tenant_id', '=', 'demo')
    .where('metric', '=', 'stage.decision_service.lag')
    .where('starts_at', '=', new Date(begun).toISOString())
    .executeTakeFirstOrThrow();
  expect(points).toEqual([1, 2, 3]);
});
