import type { DeadLetter } from '../../contracts/deadLetter.ts';
import { type PipelineStage, stageNames } from '../../contracts/pipeline.ts';
import type { SeriesMetric, SeriesPoint, SeriesWindow } from '../../contracts/series.ts';
import { suggestAutoscale } from '../../domain/series/autoscale.ts';
import { figureOver } from '../../domain/figures/fold.ts';
import { throughputFold } from '../../domain/figures/throughput.ts';
import { formatCount, formatNumber, formatPercent, plural } from '../../domain/format.ts';
import { formatDateTime, zoneName } from '../../domain/formatTime.ts';
import { type FreshnessState, isLost } from '../../domain/freshness/freshness.ts';
import type { HistoryState } from '../../domain/freshness/panelState.ts';
import { stageStates, stageTitles, type StateName } from '../../domain/operations/platformStates.ts';
import { isNearLimit, lagText, minutesText, shareText, sloOf } from '../../domain/operations/slo.ts';

/** Assessment of a stage's lag: headroom, or the excess and a suggestion (C-27, C-85). */
export interface VerdictView {
  readonly status: 'within' | 'bad' | 'unknown';
  readonly title: string;
  /** Words in bold before the sentence. */
  readonly lead: string;
  readonly text: string;
  /** The suggestion as text to copy; null while the stage is within its limit. */
  readonly copy: string | null;
}

/** One stage as its card shows it. Lags are in minutes. */
export interface StageView {
  readonly name: PipelineStage['name'];
  readonly title: string;
  readonly status: PipelineStage['status'];
  readonly state: StateName;
  readonly breach: boolean;
  /** The lag is within its limit but near it. */
  readonly near: boolean;
  readonly lag: string;
  readonly share: string;
  readonly limitMinutes: number;
  readonly limitLabel: string;
  readonly queueDepth: number;
  readonly rate: string;
  readonly errorCount: number;
  readonly lastProcessedAt: string;
  readonly lagPoints: readonly SeriesPoint[];
  readonly verdict: VerdictView;
}

interface Held {
  readonly stages: readonly PipelineStage[];
  readonly deadLetters: readonly DeadLetter[];
  readonly seriesOf: (metric: SeriesMetric) => readonly SeriesPoint[];
  readonly historyState: HistoryState;
  readonly window: SeriesWindow;
  /**
   * When the rows were last confirmed, server clock, epoch ms; null if never. The copied suggestion includes it with the date, because it
   * is read elsewhere and later.
   */
  readonly asOf: number | null;
  readonly zone: string;
}

/** The stages as cards, in the order of the flow. */
export function stageViews(held: Held): readonly StageView[] {
  return stageNames.flatMap((name) => {
    const stage = held.stages.find((each) => each.name === name);
    if (stage === undefined) return [];
    const slo = sloOf(stage);
    const lagPoints = held.seriesOf(`stage.${name}.lag`);
    return [
      {
        name,
        title: stageTitles[name],
        status: stage.status,
        state: stageStates[stage.status],
        breach: slo.breach,
        near: isNearLimit(stage),
        lag: lagText(stage),
        share: slo.sharePercent === null ? 'no SLO set' : `${shareText(slo.sharePercent)} of SLO`,
        limitMinutes: stage.sloThresholdMinutes,
        limitLabel: `SLO ${minutesText(stage.sloThresholdMinutes)} min`,
        queueDepth: stage.queueDepth,
        rate: formatNumber(stage.processingRate, Number.isInteger(stage.processingRate) ? 0 : 1),
        errorCount: stage.errorCount,
        lastProcessedAt: stage.lastProcessedAt,
        lagPoints,
        verdict: verdictOf(stage, lagPoints, held),
      },
    ];
  });
}

function verdictOf(stage: PipelineStage, lagPoints: readonly SeriesPoint[], { historyState, window, asOf, zone }: Held): VerdictView {
  const { headroomMinutes, overPercent, excessMinutes, sharePercent } = sloOf(stage);
  const suggestion = suggestAutoscale(stage);
  if (suggestion === null) {
    const peak = peakOf(lagPoints);
    const uses = sharePercent === null ? '' : `Uses ${shareText(sharePercent)} of its limit. `;
    // Without a limit there is nothing to be within.
    const held =
      sharePercent === null ? null : `${isNearLimit(stage) ? 'Near limit' : 'Within SLO'} · ${formatNumber(headroomMinutes)} min headroom`;
    return {
      status: held === null ? 'unknown' : 'within',
      title: held ?? 'Without an SLO',
      lead: '',
      text: `${uses}${peak === null ? withoutPeak[historyState] : `Peak in ${windowPhrases[window]} ${formatNumber(peak)} min.`}`.trimEnd(),
      copy: null,
    };
  }
  const workers = plural(suggestion.addWorkers, 'worker');
  const clears =
    suggestion.clearsInMinutes === null
      ? 'Nothing is being processed, so no clearing time can be given.'
      : `At ${formatNumber(stage.processingRate, 0)} per min each, ${plural(stage.queueDepth, 'queued item')} clear in about ${formatCount(suggestion.clearsInMinutes)} min.`;
  const title = `${formatPercent(overPercent, 0)} over · ${formatNumber(excessMinutes, 1, [overNothing])} min excess`;
  const when = asOf === null ? '' : ` As of ${formatDateTime(asOf, zone)} ${zoneName(zone, asOf)}.`;
  return {
    status: 'bad',
    title,
    lead: `Add ${workers}`,
    text: `(${suggestion.priority} priority). ${clears}`,
    copy: `${stageTitles[stage.name]} (${stage.name}): add ${workers} (${suggestion.priority} priority). Lag ${lagText(stage)} min against an SLO of ${minutesText(stage.sloThresholdMinutes)} min, ${title.replace(' · ', ', ')}. ${clears}${when}`,
  };
}

/** A verdict on stale figures: past tense, no colour. */
export function lostVerdict({ title, lead, text, copy }: VerdictView): VerdictView {
  const said = lead === '' ? text : `${lead} ${text}`;
  return { status: 'unknown', title: `Was ${title.charAt(0).toLowerCase()}${title.slice(1)}`, lead: 'When last known:', text: said, copy };
}

const chartTones = { ok: 'accent', warn: 'warn', bad: 'bad', processing: 'info', idle: 'idle', unknown: 'idle' } as const;

/** Colour of a stage's history: that of its current state; neutral if the state is no longer known. */
export function stageChartTone({ breach, state }: StageView, freshness: FreshnessState): 'accent' | 'warn' | 'bad' | 'info' | 'idle' {
  if (isLost(freshness)) return 'accent';
  return breach ? 'bad' : chartTones[state.look];
}

/** Text for a history without a peak. */
const withoutPeak = { ready: 'No history is stored.', failed: 'Its history could not be loaded.', loading: '' } as const;

const windowPhrases: Readonly<Record<SeriesWindow, string>> = {
  '1h': 'the last hour',
  '24h': 'the last 24 h',
  '7d': 'the last 7 days',
  '30d': 'the last 30 days',
};

/** Threshold 0, so that formatting never rounds an excess to zero. */
const overNothing = { direction: 'atMost', limit: 0 } as const;

function peakOf(points: readonly SeriesPoint[]): number | null {
  const values = points.flatMap(([, value]) => (value === null ? [] : [value]));
  return values.length === 0 ? null : Math.max(...values);
}

/** The whole pipeline in four figures. */
export interface PipelineTotals {
  readonly queued: string;
  /** Rate of the last stage: stages stand in series, so every item passes all of them. */
  readonly perMinute: string;
  readonly errors: string;
  readonly longestLag: string;
  readonly longest: string;
  readonly breaches: number;
  /** Number of stages within their limit but near it. */
  readonly near: number;
  readonly stages: number;
  /** Number of damaged rows (F-25). */
  readonly unread: number;
  /** Summary of all stages against their limits. */
  readonly words: string;
}

/** The line of numbers above the cards; null without stages. `unread`: number of further rows that are damaged. */
export function pipelineTotals(stages: readonly PipelineStage[], unread = 0): PipelineTotals | null {
  const [first] = stages;
  if (first === undefined) return null;
  const sum = (pick: (stage: PipelineStage) => number) => stages.reduce((total, stage) => total + pick(stage), 0);
  const perMinute = figureOver(throughputFold, stages, undefined);
  const breaches = stages.filter((stage) => sloOf(stage).breach).length;
  const near = stages.filter(isNearLimit).length;
  const longest = stages.reduce((a, b) => (b.currentLagMinutes > a.currentLagMinutes ? b : a), first);
  return {
    queued: formatCount(sum((stage) => stage.queueDepth)),
    perMinute: perMinute === null ? '–' : formatNumber(perMinute, Number.isInteger(perMinute) ? 0 : 1),
    errors: formatCount(sum((stage) => stage.errorCount)),
    longestLag: lagText(longest),
    longest: stageTitles[longest.name],
    breaches,
    near,
    stages: stages.length,
    unread,
    words: sloLabels(breaches, near, stages.length, unread),
  };
}

function sloLabels(breaches: number, near: number, read: number, unread: number): string {
  const rest = `${near === 0 ? '' : `, ${near} near ${near === 1 ? 'its limit' : 'their limits'}`}${unread === 0 ? '' : `, ${unread} could not be read`}`;
  if (breaches > 0) return `${breaches} of ${read + unread} stages in SLO breach${rest}`;
  return unread === 0 ? `All ${read} stages within SLO${rest}` : `${read} of ${read + unread} stages within SLO${rest}`;
}

/** The newest dead letters, for the panel under the cards. */
export function latestErrors(deadLetters: readonly DeadLetter[], count: number): readonly DeadLetter[] {
  return [...deadLetters].sort((a, b) => Date.parse(b.failedAt) - Date.parse(a.failedAt)).slice(0, count);
}
