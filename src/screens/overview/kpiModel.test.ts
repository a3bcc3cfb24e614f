import { describe, expect, it } from 'vitest';
import type { DeadLetter } from '../../contracts/deadLetter.ts';
import type { KpiResponse } from '../../contracts/kpi.ts';
import type { SeriesMetric, SeriesPoint } from '../../contracts/series.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { countsVerifications, kpiDetails, type KpiFacts, kpiViews } from './kpiModel.ts';

const now = Date.parse('2025-11-18T11:26:06Z');
const zone = 'Africa/Nairobi';
const lastUpdated = '2025-11-18T11:26:06Z';
const live: FreshnessState = { kind: 'live', at: now - 2000 };
const stale: FreshnessState = { kind: 'stale', at: now - 1_440_000 };

const kpis: KpiResponse = {
  verificationAccuracy: {
    value: (1228 / 1247) * 100,
    previousValue: 97.89,
    trend: 'up',
    status: 'green',
    lastUpdated,
    numerator: 1228,
    denominator: 1247,
  },
  avgLatency: { p50: 2.3 / 3600, p95: 5.8 / 3600, previousP50: 2.4 / 3600, status: 'green', lastUpdated },
  automationRate: { value: (1175 / 1247) * 100, previousValue: 94.3, trend: 'stable', status: 'green', lastUpdated },
  fundedAmount: {
    byCurrency: [
      { currency: 'KES', amount: 13_904_000 },
      { currency: 'UGX', amount: 900_000 },
    ],
    converted: { currency: 'KES', amount: 13_935_770 },
    fxSnapshotId: 'FX-2025-11-18',
    fxTimestamp: '2025-11-18T05:26:00Z',
    lastUpdated,
  },
  version: 7,
};
const letters: readonly DeadLetter[] = ['08:45:08', '09:41:42', '10:58:16'].map((clock, n) => ({
  itemId: `DLQ-${n}`,
  errorCode: 'X',
  errorMessage: 'x',
  retryCount: 1,
  correlationId: 'c',
  failedAt: `2025-11-18T${clock}Z`,
  version: 1,
}));

/** One point a minute, the newest one minute old. */
const minutely = (...values: number[]): SeriesPoint[] => values.map((value, at) => [now - (values.length - at) * 60_000, value]);
const facts = (over: Partial<KpiFacts> = {}): KpiFacts => ({
  kpis,
  kpisFreshness: live,
  letters,
  lettersFreshness: live,
  day: () => [],
  hour: () => [],
  now,
  asOf: now,
  zone,
  ...over,
});
const only = (metric: SeriesMetric, points: readonly SeriesPoint[]) => (asked: SeriesMetric) => (asked === metric ? points : []);
const card = (id: string, over: Partial<KpiFacts> = {}) => kpiViews(facts(over)).find((view) => view.id === id);

it('a figure without a period before it has no change, and is not called stable', { tags: ['T-1', 'C-20'] }, () => {
  const { verificationAccuracy: metric, ...rest } = kpis;
  const first = { ...metric, previousValue: metric.value, trend: 'stable', noPrevious: true } as const;
  const trends = (response: KpiResponse) => kpiViews(facts({ kpis: response })).map(({ trend }) => trend?.text ?? null);
  expect(trends(kpis)[0]).not.toBeNull();
  expect(trends({ ...rest, verificationAccuracy: first })[0]).toBeNull();
});

describe('executive summary', () => {
  it("shows the document's figures from rows", { tags: ['C-13', 'D-16'] }, () => {
    expect(kpiViews(facts()).map(({ title, value, unit, basis }) => [title, `${value}${unit}`, basis])).toEqual([
      ['Verification Accuracy', '98.5%', '1,228 of 1,247 verified'],
      ['Avg Latency', '2.3s', 'p50 2.3 s · p95 5.8 s'],
      ['Automation Rate', '94.2%', '5.8% manual review'],
      ['DLQ Items', '3', 'Newest failed 13:58'],
    ]);
  });

  it('says Halted and takes the colour of no verdict while all work is stopped, and foresees nothing', { tags: ['T-5', 'D-23'] }, () => {
    const halted: FreshnessState = { kind: 'halted', at: now - 600_000, by: 'Wanjiru Kamande' };
    const views = kpiViews(
      facts({ kpisFreshness: halted, lettersFreshness: halted, hour: only('kpi.dlqItems', minutely(1, 2, 3, 4, 5, 6)), asOf: halted.at }),
    );
    expect(views.map(({ badge: { answer, look, word } }) => [answer, look, word])).toEqual(
      views.map(() => ['unknown', 'halted', 'Halted']),
    );
    // No new point: the line ends at the halt.
    for (const { chart } of views) expect(chart.points.at(-1)?.[0]).toBe(halted.at);
  });

  it('gives each its status and its trend against the last period, as good or bad news', { tags: ['C-20'] }, () => {
    expect(kpiViews(facts()).map(({ badge }) => badge.word)).toEqual(['On target', 'On target', 'On target', 'On target']);
    expect(card('accuracy')?.trend).toMatchObject({ direction: 'up', text: '0.6%', mark: { answer: 'yes', about: 'accuracy' } });
    expect(card('latency')?.trend).toMatchObject({ direction: 'down', text: '4.2%', mark: { answer: 'yes', about: 'latency' } });
    expect(card('automation')?.trend).toEqual({ direction: 'stable', text: '0.1%', mark: 'none' });
    expect(card('dlq', { day: only('kpi.dlqItems', [[now - 86_000_000, 1]]) })?.trend).toMatchObject({
      direction: 'up',
      text: '200%',
      mark: { answer: 'no', look: 'warn' },
    });
    const old = card('accuracy', { kpisFreshness: stale })?.trend?.mark;
    expect(old).toMatchObject({ answer: 'unknown' }); // stale data, so better or worse is unknown
  });

  it('puts the breach warning in place of the status: amber within the hour, red within 15 minutes', { tags: ['C-21'] }, () => {
    const rising = (perMinute: number) => minutely(...Array.from({ length: 59 }, (_, at) => 3 - (59 - at) * perMinute));
    expect(card('dlq', { hour: only('kpi.dlqItems', rising(1.75 / 48)) })?.badge).toMatchObject({
      answer: 'no',
      look: 'warn',
      word: 'Breach in 48 min',
    });
    expect(card('dlq', { hour: only('kpi.dlqItems', rising(1.75 / 10)) })?.badge.look).toBe('bad');
    expect(card('dlq', { hour: only('kpi.dlqItems', rising(1.75 / 90)) })?.badge.word).toBe('On target');
    expect(card('dlq', { letters: [...letters, ...letters], hour: only('kpi.dlqItems', minutely(3, 4, 5, 6)) })?.badge).toMatchObject({
      look: 'bad',
      word: 'Limit reached',
    });
  });

  it('loses colour and warning when stale, never the number', { tags: ['D-15'] }, () => {
    const rising = minutely(...Array.from({ length: 59 }, (_, at) => at * 0.05));
    const view = card('dlq', { lettersFreshness: stale, hour: only('kpi.dlqItems', rising) });
    expect(view?.value).toBe('3');
    // The stale rows predicted a breach, so the past state is 'near its limit', not 'well'.
    expect(view?.badge).toMatchObject({ answer: 'unknown', look: 'unknown', word: 'Was near its limit' });
    const full = card('dlq', {
      lettersFreshness: stale,
      letters: [...letters, ...letters],
      hour: only('kpi.dlqItems', minutely(3, 4, 5, 6)),
    });
    expect(full?.badge).toMatchObject({ answer: 'unknown', word: 'Limit was reached' });
    expect(card('accuracy', { kpisFreshness: stale })?.badge.word).toBe('Was on target');
  });

  it('colours the chart as the badge beside it: a breach that is foreseen, and no verdict once nobody knows or work is halted', {
    tags: ['T-9', 'C-21'],
  }, () => {
    const looks = (id: string, over: Partial<KpiFacts> = {}) => {
      const view = card(id, over);
      return [view?.badge.look, view?.chart.tone, view?.chart.hot];
    };
    // p95 nears its limit of 24 h within the hour, while the platform still reports green.
    const rising = only('kpi.avgLatencyP95', minutely(...Array.from({ length: 59 }, (_, at) => 23.5 - (59 - at) * 0.05)));
    expect(looks('latency', { hour: rising })).toEqual(['bad', 'bad', true]);
    const off: KpiResponse = { ...kpis, verificationAccuracy: { ...kpis.verificationAccuracy, status: 'red' } };
    expect(looks('accuracy', { kpis: off })).toEqual(['bad', 'bad', true]);
    expect(looks('accuracy', { kpis: off, kpisFreshness: stale })).toEqual(['unknown', 'accent', false]);
    expect(looks('accuracy', { kpis: off, kpisFreshness: { kind: 'halted', at: now, by: '' } })).toEqual(['halted', 'accent', false]);
    expect(looks('latency', { hour: rising, kpisFreshness: stale })).toEqual(['unknown', 'accent', false]);
  });

  it('ends the chart on the value beside it, and writes a limit that is off the scale', () => {
    const view = card('latency', { day: only('kpi.avgLatency', minutely(0.0006, 0.0007)) });
    expect(view?.chart.points.at(-1)).toEqual([now, kpis.avgLatency.p50]);
    expect(view?.limitLabels).toBe('Limit p95 24 h, off scale ↑');
    expect(card('dlq')?.limitLabels).toBe('Limit 5 items');
  });

  it('draws no line over hours without a sample, and nothing from before the day', () => {
    const points: SeriesPoint[] = [
      [now - 90_000_000, 97],
      [now - 7_200_000, 98],
    ];
    expect(card('accuracy', { day: only('kpi.verificationAccuracy', points) })?.chart.points).toEqual([
      [now - 7_200_000, 98],
      [now - 7_199_999, null],
      [now, kpis.verificationAccuracy.value],
    ]);
  });

  it('takes a share of nothing for no figure, not for 0 % and off target', { tags: ['C-22'] }, () => {
    expect(countsVerifications(kpis)).toBe(true);
    expect(countsVerifications({ ...kpis, verificationAccuracy: { ...kpis.verificationAccuracy, numerator: 0, denominator: 0 } })).toBe(
      false,
    );
  });

  it('leaves out what is not held yet', () => {
    expect(kpiViews(facts({ kpis: null })).map(({ id }) => id)).toEqual(['dlq']);
    expect(kpiViews(facts({ letters: null })).map(({ id }) => id)).toEqual(['accuracy', 'latency', 'automation']);
    expect(card('dlq', { letters: [] })).toMatchObject({ value: '0', basis: 'No failed items' });
  });

  it('a dead letter that is damaged here is one that waits, and may be the one too many', { tags: ['T-9', 'F-25'] }, () => {
    expect(card('dlq', { letters: [], lettersUnread: 1 })).toMatchObject({ value: '1', basis: '1 of them could not be read' });
    const full = card('dlq', { lettersUnread: 7 });
    expect([full?.value, full?.badge.answer]).toEqual(['10', 'no']);
  });

  it('is stable against nothing where there was no last period', { tags: ['T-1', 'T-7'] }, () => {
    const { previousP50: _, ...avgLatency } = kpis.avgLatency;
    const first = { ...kpis.verificationAccuracy, previousValue: kpis.verificationAccuracy.value };
    const atFirst = {
      ...kpis,
      avgLatency,
      verificationAccuracy: first,
      automationRate: { ...kpis.automationRate, previousValue: kpis.automationRate.value },
    };
    for (const id of ['accuracy', 'latency', 'automation', 'dlq'])
      expect(card(id, { kpis: atFirst, day: () => minutely(3, 3) })?.trend, id).toBeNull();
    // An unchanged figure with a previous period is 'stable'. If the latency has no previous value, a changed figure still has a trend.
    expect(card('accuracy', { kpis: { ...kpis, verificationAccuracy: first } })?.trend).toMatchObject({ direction: 'stable' });
    expect(card('accuracy', { kpis: { ...kpis, avgLatency } })?.trend).not.toBeNull();
  });
});

describe('strip', () => {
  it('shows two decimals, manual review, and the funded amount with its exchange snapshot', { tags: ['C-84', 'D-16', 'C-89'] }, () => {
    expect(kpiDetails(kpis, { now, zone })).toEqual([
      { label: 'verification accuracy', values: ['98.48%'], note: null },
      { label: 'latency p95', values: ['5.8 s'], note: null },
      { label: 'automated', values: ['94.23%'], note: '5.77% manual review' },
      { label: 'funded', values: ['KES 13,904,000', 'UGX 900,000'], note: 'KES 13,935,770 in all at snapshot FX-2025-11-18, 08:26 EAT' },
    ]);
  });

  it('says so where nothing has been funded', () => {
    const none = { ...kpis, fundedAmount: { byCurrency: [], lastUpdated } };
    expect(kpiDetails(none, { now, zone }).at(-1)).toEqual({ label: 'funded', values: ['Nothing'], note: null });
  });
});
