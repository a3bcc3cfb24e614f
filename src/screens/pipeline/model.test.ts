import { describe, expect, it } from 'vitest';
import type { DeadLetter } from '../../contracts/deadLetter.ts';
import { type PipelineStage, stageNames } from '../../contracts/pipeline.ts';
import type { SeriesPoint } from '../../contracts/series.ts';
import { quietLabels, stageChanges, unmeasuredStages } from '../../domain/operations/stageChanges.ts';
import { lostVerdict, latestErrors, pipelineTotals, stageChartTone, stageViews } from './model.ts';

const stage = (name: PipelineStage['name'], lag: number, limit: number, over: Partial<PipelineStage> = {}): PipelineStage => ({
  name,
  status: 'green',
  queueDepth: 18,
  processingRate: 42,
  errorCount: 0,
  lastProcessedAt: '2025-11-18T11:26:05Z',
  sloThresholdMinutes: limit,
  currentLagMinutes: lag,
  version: 3,
  ...over,
});
const held = {
  deadLetters: [],
  seriesOf: () => [],
  historyState: 'ready',
  window: '1h',
  asOf: Date.parse('2025-11-18T11:26:06Z'),
  zone: 'Africa/Nairobi',
} as const;

describe('stage cards', () => {
  it('show status, depth, rate, errors and lag against the limit, in the order of the flow', { tags: ['C-27'] }, () => {
    const views = stageViews({
      ...held,
      stages: [stage('bank_integration', 3.2, 10), stage('saastain_intake', 0.6, 5, { status: 'blue' })],
    });
    expect(
      views.map(({ title, state, lag, share, limitLabel, queueDepth, rate, errorCount }) => [
        title,
        state.word,
        lag,
        share,
        limitLabel,
        queueDepth,
        rate,
        errorCount,
      ]),
    ).toEqual([
      ['SaaStain Intake', 'Processing', '0.6', '12% of SLO', 'SLO 5 min', 18, '42', 0],
      ['Bank Integration', 'Healthy', '3.2', '32% of SLO', 'SLO 10 min', 18, '42', 0],
    ]);
  });

  it('on breach show percent over, excess minutes and the suggestion', { tags: ['C-27', 'C-61', 'C-85'] }, () => {
    const [view] = stageViews({
      ...held,
      stages: [stage('decision_service', 12.4, 5, { status: 'red', queueDepth: 342, processingRate: 18 })],
    });
    expect(view).toMatchObject({ breach: true, share: '248% of SLO' });
    expect(view?.verdict).toMatchObject({
      status: 'bad',
      title: '148% over · 7.4 min excess',
      lead: 'Add 3 workers',
      text: '(high priority). At 18 per min each, 342 queued items clear in about 5 min.',
    });
    expect(view?.verdict.copy).toBe(
      'Decision Service (decision_service): add 3 workers (high priority). Lag 12.4 min against an SLO of 5 min, 148% over, 7.4 min excess. At 18 per min each, 342 queued items clear in about 5 min. As of 18 Nov 2025, 14:26 EAT.',
    );
  });

  it('hold at the limit, with the headroom and the peak of the history', { tags: ['C-61'] }, () => {
    const points: readonly SeriesPoint[] = [
      [0, 1.1],
      [60_000, null],
      [120_000, 0.6],
    ];
    const [view] = stageViews({ ...held, stages: [stage('saastain_intake', 0.6, 5)], seriesOf: () => points });
    expect(view?.verdict).toEqual({
      status: 'within',
      title: 'Within SLO · 4.4 min headroom',
      lead: '',
      text: 'Uses 12% of its limit. Peak in the last hour 1.1 min.',
      copy: null,
    });
    expect(stageViews({ ...held, stages: [stage('saastain_intake', 5, 5)] })[0]?.breach).toBe(false);
  });

  it('no longer known, a verdict is told in the past and has no colour, whichever it was', { tags: ['T-8', 'D-15'] }, () => {
    const [within] = stageViews({ ...held, stages: [stage('saastain_intake', 0.6, 5)] });
    const [over] = stageViews({ ...held, stages: [stage('decision_service', 12.4, 5)] });
    if (within === undefined || over === undefined) throw new Error('no stage');
    expect(lostVerdict(within.verdict)).toMatchObject({
      status: 'unknown',
      title: 'Was within SLO · 4.4 min headroom',
      lead: 'When last known:',
    });
    expect(lostVerdict(over.verdict)).toMatchObject({
      status: 'unknown',
      title: 'Was 148% over · 7.4 min excess',
      copy: over.verdict.copy,
    });
    expect(lostVerdict(over.verdict).text).toContain('Add ');
  });

  it('claim no limit where the platform has set none', { tags: ['T-9', 'C-61'] }, () => {
    const [free] = stageViews({ ...held, stages: [stage('outbox_pump', 0, 0)] });
    expect(free).toMatchObject({ share: 'no SLO set', breach: false, verdict: { status: 'unknown', title: 'Without an SLO' } });
  });

  it('draw their history in the colour of what is said of them now, and in none once that is no longer known or halted', {
    tags: ['T-9', 'D-15'],
  }, () => {
    const [bad, well] = stageViews({
      ...held,
      stages: [stage('decision_service', 12.4, 5, { status: 'red' }), stage('bank_integration', 3.2, 10)],
    });
    const live = { kind: 'live', at: 0 } as const;
    expect([bad, well].map((view) => view && stageChartTone(view, live))).toEqual(['bad', 'accent']);
    for (const freshness of [
      { kind: 'asOf', at: 0, why: { kind: 'overdue' } },
      { kind: 'stale', at: 0 },
      { kind: 'halted', at: 0, by: '' },
      { kind: 'never' },
    ] as const)
      expect([bad, well].map((view) => view && stageChartTone(view, freshness))).toEqual(['accent', 'accent']);
  });

  it('say that no history is held only once an answer has said so', { tags: ['D-15'] }, () => {
    const text = (historyState: 'loading' | 'failed' | 'ready') =>
      stageViews({ ...held, historyState, stages: [stage('saastain_intake', 0.6, 5)] })[0]?.verdict.text;
    expect(text('loading')).toBe('Uses 12% of its limit.');
    expect(text('failed')).toBe('Uses 12% of its limit. Its history could not be loaded.');
    expect(text('ready')).toBe('Uses 12% of its limit. No history is stored.');
  });

  it('give no clearing time where nothing is processed', { tags: ['C-85'] }, () => {
    const [view] = stageViews({ ...held, stages: [stage('outbox_pump', 9, 2, { processingRate: 0 })] });
    expect(view?.verdict.lead).toBe('Add 4 workers');
    expect(view?.verdict.text).toContain('no clearing time');
  });
});

describe('the whole pipeline', () => {
  it('takes what leaves the last stage for what is processed, and adds up no stages in series', { tags: ['T-1', 'C-27'] }, () => {
    const four = [
      stage('saastain_intake', 0.6, 5, { processingRate: 42 }),
      stage('outbox_pump', 1.1, 2, { processingRate: 120 }),
      stage('decision_service', 12.4, 5, { processingRate: 18 }),
      stage('bank_integration', 3.2, 10, { processingRate: 6 }),
    ];
    expect(pipelineTotals(four)?.perMinute).toBe('6');
    expect(pipelineTotals(four.slice(0, 3))?.perMinute).toBe('–');
  });

  it('sums what is queued and failed, and names the longest lag', () => {
    expect(
      pipelineTotals([
        stage('saastain_intake', 0.6, 5),
        stage('decision_service', 12.4, 5, { queueDepth: 342, processingRate: 18, errorCount: 2 }),
      ]),
    ).toEqual({
      queued: '360',
      perMinute: '–',
      errors: '2',
      longestLag: '12.4',
      longest: 'Decision Service',
      breaches: 1,
      near: 0,
      stages: 2,
      unread: 0,
      words: '1 of 2 stages in SLO breach',
    });
    expect(pipelineTotals([])).toBeNull();
  });

  it('says of all stages only what was read of all', { tags: ['T-9', 'F-25'] }, () => {
    const well = [stage('saastain_intake', 0.6, 5), stage('outbox_pump', 1.1, 2)];
    expect(pipelineTotals(well)?.words).toBe('All 2 stages within SLO');
    // Amber means within the limit but near it, as on the overview.
    const near = { ...stage('outbox_pump', 4.5, 5), status: 'amber' as const };
    expect(pipelineTotals([...well, near])).toMatchObject({ breaches: 0, near: 1, words: 'All 3 stages within SLO, 1 near its limit' });
    expect(pipelineTotals(well, 1)).toMatchObject({ unread: 1, words: '2 of 3 stages within SLO, 1 could not be read' });
    expect(pipelineTotals([stage('decision_service', 12.4, 5)], 2)?.words).toBe('1 of 3 stages in SLO breach, 2 could not be read');
  });

  it('lists the newest dead letters first', () => {
    const letter = (itemId: string, failedAt: string): DeadLetter => ({
      itemId,
      errorCode: 'X',
      errorMessage: '',
      retryCount: 1,
      correlationId: 'c',
      failedAt,
      version: 1,
    });
    expect(
      latestErrors([letter('a', '2025-11-18T08:00:00Z'), letter('b', '2025-11-18T10:58:00Z'), letter('c', '2025-11-18T09:00:00Z')], 2).map(
        ({ itemId }) => itemId,
      ),
    ).toEqual(['b', 'c']);
  });
});

describe('what changed in the last hour', () => {
  const minute = 60_000;
  const series = (values: readonly (number | null)[]): readonly SeriesPoint[] => values.map((value, index) => [index * minute, value]);
  const changesOf = (values: readonly (number | null)[]) =>
    stageChanges([stage('decision_service', 6, 5)], () => series(values)).map(({ at, words, claim }) => [at / minute, words, claim.look]);

  it('finds where the lag crossed the limit, newest first', { tags: ['C-61'] }, () => {
    expect(changesOf([4, 5, 5.1, 6, 4.9])).toEqual([
      [4, 'Within SLO of 5 min', 'ok'],
      [2, 'Over SLO of 5 min', 'bad'],
    ]);
  });

  it('tells of measurements that stopped and came back, never as a good state', { tags: ['D-15'] }, () => {
    expect(changesOf([4, null, null, 4])).toEqual([
      [3, 'No data to within SLO of 5 min', 'ok'],
      [1, 'No data', 'unknown'],
    ]);
  });

  it('does not take the edges of the history for changes', () => {
    expect(changesOf([null, null, 4, 4, null])).toEqual([]);
    expect(changesOf([])).toEqual([]);
  });

  it('measurements that stopped and have not come back have stopped', { tags: ['T-8'] }, () => {
    expect(changesOf([4, 4, null, null, null])).toEqual([[2, 'No data', 'unknown']]);
  });

  it('says that nothing happened only of stages that were measured and whose rows are held', { tags: ['T-7', 'T-9'] }, () => {
    const all = [...stageNames].map((name) => stage(name, 3, 5));
    const quiet = 'No stage crossed its SLO, and none stopped being measured.';
    expect(
      quietLabels(
        [],
        unmeasuredStages(all, () => series([4, 4])),
      ),
    ).toBe(quiet);
    for (const held of [[], all.slice(1)])
      expect(
        quietLabels(
          [],
          unmeasuredStages(held, () => series([4, 4])),
        ),
      ).toMatch(/^No measurement of this hour is stored for /);
    for (const values of [[], [null, null]])
      expect(
        quietLabels(
          [],
          unmeasuredStages(all, () => series(values)),
        ),
      ).toMatch(/^No measurement of this hour is stored for .*Bank Integration\.$/);
    const one = unmeasuredStages(all, (metric) => series(metric === 'stage.outbox_pump.lag' ? [] : [4, 4]));
    expect(quietLabels([], one)).toBe(
      'No measurement of this hour is stored for Outbox Pump. None of the others crossed its SLO or stopped being measured.',
    );
  });
});
