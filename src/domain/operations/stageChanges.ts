import { type PipelineStage, stageNames } from '../../contracts/pipeline.ts';
import type { SeriesMetric, SeriesPoint } from '../../contracts/series.ts';
import { stageTitles } from './platformStates.ts';
import type { Claim } from '../claims/claim.ts';
import { sloThen } from '../claims/states.ts';

/** A change of a stage: its lag crossed today's limit, or its measurements stopped or resumed. */
export interface StageChange {
  readonly id: string;
  /** Epoch milliseconds: the start of the bucket where it appears. */
  readonly at: number;
  readonly stage: string;
  readonly words: string;
  readonly claim: Claim;
  /** Lag at that point in minutes; null if not measured. */
  readonly lagMinutes: number | null;
  /** The limit it is compared with. Minutes. */
  readonly limitMinutes: number;
}

/**
 * The changes in the last hour's history, newest first. Read from the stored series, so the result is the same offline and after a
 * reload. Histories have no limits: lags are compared with today's limit, which the text names.
 */
export function stageChanges(
  stages: readonly PipelineStage[],
  seriesOf: (metric: SeriesMetric) => readonly SeriesPoint[],
): readonly StageChange[] {
  const changes = stageNames.flatMap((name) => {
    const stage = stages.find((each) => each.name === name);
    if (stage === undefined) return [];
    const claimAt = (lagMinutes: number | null) => sloThen(name, { lagMinutes, limitMinutes: stage.sloThresholdMinutes });
    return trimmed(seriesOf(`stage.${name}.lag`)).flatMap(([at, value], index, all): StageChange[] => {
      const before = all[index - 1];
      if (before === undefined) return [];
      const [from, claim] = [claimAt(before[1]), claimAt(value)];
      if (from.answer === claim.answer) return [];
      // A crossing implies where it came from; resumed measurements are mentioned explicitly.
      const words = from.answer === 'unknown' ? `${from.word} to ${claim.word.charAt(0).toLowerCase()}${claim.word.slice(1)}` : claim.word;
      return [
        { id: `${name} ${at}`, at, stage: stageTitles[name], words, claim, lagMinutes: value, limitMinutes: stage.sloThresholdMinutes },
      ];
    });
  });
  return changes.sort((a, b) => b.at - a.at);
}

/**
 * Text beside the changes, or instead of them: claims that nothing happened only for measured stages.
 * @param unknown titles of the stages without data in this hour
 * @returns null if the changes say everything
 */
export function quietLabels(changes: readonly StageChange[], unknown: readonly string[]): string | null {
  if (unknown.length > 0) {
    const rest =
      changes.length > 0 || unknown.length === stageNames.length ? '' : ' None of the others crossed its SLO or stopped being measured.';
    return `No measurement of this hour is stored for ${unknown.join(', ')}.${rest}`;
  }
  return changes.length > 0 ? null : 'No stage crossed its SLO, and none stopped being measured.';
}

/** Titles of the stages without a measurement in the hour, or without a stored row, in pipeline order. */
export function unmeasuredStages(
  stages: readonly PipelineStage[],
  seriesOf: (metric: SeriesMetric) => readonly SeriesPoint[],
): readonly string[] {
  return stageNames
    .filter((name) => !stages.some((stage) => stage.name === name) || seriesOf(`stage.${name}.lag`).every(([, value]) => value === null))
    .map((name) => stageTitles[name]);
}

/**
 * Removes the empty buckets before the first measurement (older than the history) and the newest bucket if empty, since it has only just
 * begun. A second empty bucket at the end stays: measurements have stopped.
 */
function trimmed(points: readonly SeriesPoint[]): readonly SeriesPoint[] {
  const first = points.findIndex(([, value]) => value !== null);
  if (first < 0) return [];
  return points.at(-1)?.[1] === null ? points.slice(first, -1) : points.slice(first);
}
