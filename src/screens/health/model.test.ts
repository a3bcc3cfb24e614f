import { describe, expect, it } from 'vitest';
import type { HealthComponent } from '../../contracts/health.ts';
import type { SeriesPoint } from '../../contracts/series.ts';
import { latencySpans } from '../../domain/operations/latencySpans.ts';
import { componentChartTone, componentViews, healthSummary, pitrText } from './model.ts';

const component = (name: HealthComponent['name'], over: Partial<HealthComponent> = {}): HealthComponent => ({
  name,
  status: 'healthy',
  uptime: 99.98,
  latency: { p50: 42, p95: 110 },
  version: 1,
  ...over,
});
const none = () => [];

describe('health cards', () => {
  it('stand in the order of the document with status, uptime and p50/p95 in ms', { tags: ['C-29'] }, () => {
    const views = componentViews(
      [
        component('evidence_storage'),
        component('database', { status: 'warning', latency: { p50: 8, p95: 1_240 } }),
        component('api_gateway'),
      ],
      none,
    );
    expect(views.map(({ title, state, uptime, p50, p95 }) => [title, state.word, uptime, p50, p95])).toEqual([
      ['API Gateway', 'Healthy', '99.98%', '42 ms', '110 ms'],
      ['Database', 'Warning', '99.98%', '8 ms', '1,240 ms'],
      ['Evidence Storage', 'Healthy', '99.98%', '42 ms', '110 ms'],
    ]);
  });

  it('have last backup and recovery window only where the component reports them', { tags: ['C-29'] }, () => {
    const [withBackup, without] = componentViews(
      [component('api_gateway', { lastBackup: '2025-11-18T09:00:00Z', pitrWindow: 168 }), component('database')],
      none,
    );
    expect([withBackup?.lastBackup, withBackup?.pitr]).toEqual(['2025-11-18T09:00:00Z', '7 days (168 h)']);
    expect([without?.lastBackup, without?.pitr]).toEqual([null, null]);
    expect([pitrText(24), pitrText(36.5)]).toEqual(['24 h', '36.5 h']);
  });

  it('carry the history of their own latency', { tags: ['D-35'] }, () => {
    const points: readonly SeriesPoint[] = [[0, 7]];
    const [view] = componentViews([component('database')], (metric) => (metric === 'component.database.p95' ? points : []));
    expect(view?.p95Points).toBe(points);
    expect(view?.p50Points).toEqual([]);
  });
});

describe('where the figures of a component come from', () => {
  const at = '2025-11-18T11:26:05Z';

  it('says when they were measured, and that the demo made them up', { tags: ['T-1', 'C-29'] }, () => {
    const measured = { at, by: 'simulation', figures: ['uptime', 'latency'] } as const;
    const simulated = component('database', { measured: { ...measured, figures: [...measured.figures] } });
    expect(componentViews([simulated], none)[0]).toMatchObject({ uptime: '99.98%', measured: { at, by: 'simulated' } });
    expect(healthSummary([simulated])?.simulated).toBe(true);
    expect(healthSummary([component('database')])?.simulated).toBe(false);
  });

  it('shows no figure that was not measured, and counts it in none', { tags: ['T-1', 'D-59'] }, () => {
    const own = component('api_gateway', { uptime: 0, measured: { at, by: 'platform', figures: ['latency'] } });
    const nothing = component('evidence_storage', {
      status: 'unknown',
      uptime: 0,
      latency: { p50: 0, p95: 0 },
      measured: { at, by: 'platform', figures: [] },
    });
    const [gateway, storage] = componentViews([own, nothing], none);
    expect(gateway).toMatchObject({ uptime: null, p95: '110 ms', measured: { at, by: 'by the platform' } });
    expect(storage).toMatchObject({ uptime: null, p50: null, p95: null, measured: null, state: { word: 'Unknown' } });
    expect(healthSummary([own, nothing])).toMatchObject({ lowestUptime: null, slowestP95: { p95: '110 ms', of: 'API gateway' } });
    expect(healthSummary([nothing])).toMatchObject({ lowestUptime: null, slowestP95: null });
  });
});

it('a component’s history is drawn in the colour of what is said of it now, and in none once that is no longer known or halted', {
  tags: ['T-9', 'D-15'],
}, () => {
  const looks = (['critical', 'warning', 'healthy', 'unknown'] as const).flatMap((status) =>
    componentViews([component('database', { status })], () => []),
  );
  expect(looks.map((view) => componentChartTone(view, { kind: 'live', at: 0 }))).toEqual(['bad', 'warn', 'accent', 'accent']);
  for (const freshness of [
    { kind: 'asOf', at: 0, why: { kind: 'overdue' } },
    { kind: 'stale', at: 0 },
    { kind: 'halted', at: 0, by: '' },
  ] as const)
    expect(looks.map((view) => componentChartTone(view, freshness))).toEqual(['accent', 'accent', 'accent', 'accent']);
});

describe('health summary', () => {
  it('counts the healthy and takes the look of the worst', { tags: ['C-29'] }, () => {
    expect(healthSummary([component('database'), component('api_gateway')])).toMatchObject({
      words: '2 of 2 components healthy',
      states: ['healthy', 'healthy'],
    });
    expect(healthSummary([component('database', { status: 'unknown' }), component('api_gateway')])?.states).toEqual(['unknown', 'healthy']);
  });

  it('names what is lowest and slowest', () => {
    const summary = healthSummary([
      component('database', { uptime: 98.2 }),
      component('verification_engine', { latency: { p50: 1, p95: 310 } }),
    ]);
    expect(summary).toMatchObject({ lowestUptime: '98.20%', slowestP95: { p95: '310 ms', of: 'Verification' } });
  });

  it('names the oldest backup and the shortest reach of recovery, of those that report them', { tags: ['C-29'] }, () => {
    const summary = healthSummary([
      component('api_gateway'),
      component('database', { lastBackup: '2025-11-18T09:00:00Z', pitrWindow: 168 }),
      component('evidence_storage', { lastBackup: '2025-11-18T03:30:00+03:00', pitrWindow: 720 }),
    ]);
    expect(summary).toMatchObject({
      oldestBackup: { at: '2025-11-18T03:30:00+03:00', of: 'Evidence' },
      shortestPitr: { reach: '7 days', of: 'Database' },
    });
    expect(healthSummary([component('api_gateway')])).toMatchObject({ oldestBackup: null, shortestPitr: null });
  });

  it('counts a component that could not be read among them, and not as healthy', { tags: ['T-9', 'F-25'] }, () => {
    expect(healthSummary([component('database')], 1)).toMatchObject({ words: '1 of 2 components healthy', unread: 1 });
  });

  it('says nothing about nothing', () => {
    expect(healthSummary([])).toBeNull();
  });
});

it('sums up the history: lowest, median, highest and when, and how long nothing was measured', { tags: ['C-29'] }, () => {
  const p95: SeriesPoint[] = [
    [0, 110],
    [60_000, 180],
    [120_000, null],
    [180_000, null],
    [240_000, 90],
    [300_000, 180],
  ];
  const views = componentViews([component('database'), component('api_gateway')], (metric) =>
    metric === 'component.database.p95' ? p95 : metric === 'component.database.p50' ? [[0, 42]] : [],
  );
  const spans = latencySpans(views);
  expect(spans.find(({ name }) => name === 'database')).toMatchObject({
    lowest: 90,
    median: 110,
    highest: 180,
    highestAt: 60_000,
    medianP50: 42,
    missingMs: 120_000,
  });
  expect(spans.find(({ name }) => name === 'api_gateway')).toMatchObject({
    lowest: null,
    median: null,
    highest: null,
    highestAt: null,
    missingMs: 0,
  });
});
