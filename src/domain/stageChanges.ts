import { type PipelineStage, stageNames } from '../contracts/pipeline.ts';
import type { SeriesMetric, SeriesPoint } from '../contracts/series.ts';
import { stageTitles } from './platformStates.ts';
import type { Claim } from './claims/claim.ts';
import { sloThen } from './claims/states.ts';

/** Something that changed with a stage: its lag crossed the limit of now, or its measurements stopped or came back. */
export interface StageChange {
  readonly id: string;
  /** Epoch milliseconds: the start of the bucket in which it shows. */
  readonly at: number;
  readonly stage: string;
  readonly words: string;
  readonly claim: Claim;
  /** Lag at that point in minutes; null where there is none. */
  readonly lagMinutes: number | null;
  /** The limit that it is held against. Minutes. */
  readonly limitMinutes: number;
}

/**
 * What changed in the hour's history, newest first. Read from the series, which the device keeps: the same answer with the
 * network gone, and after a reload, as with it. The history has no limits: lags are held against the one of now, which the words name.
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
      // A crossing came from the other side; that measurements came back is said.
      const words = from.answer === 'unknown' ? `${from.word} to ${claim.word.charAt(0).toLowerCase()}${claim.word.slice(1)}` : claim.word;
      return [
        { id: `${name} ${at}`, at, stage: stageTitles[name], words, claim, lagMinutes: value, limitMinutes: stage.sloThresholdMinutes },
      ];
    });
  });
  return changes.sort((a, b) => b.at - a.at);
}

/**
 * What is said beside the changes, or where there is none: that nothing happened only of stages that were measured.
 * @param unknown titles of the stages of which the hour says nothing; null where the changes say it all
 */
export function quietWords(changes: readonly StageChange[], unknown: readonly string[]): string | null {
  if (unknown.length > 0) {
    const rest =
      changes.length > 0 || unknown.length === stageNames.length ? '' : ' None of the others crossed its SLO or stopped being measured.';
    return `No measurement of this hour is held of ${unknown.join(', ')}.${rest}`;
  }
  return changes.length > 0 ? null : 'No stage crossed its SLO, and none stopped being measured.';
}

/** Titles of the stages that have no measurement in the hour, or whose own row is not held, in the order of the work. */
export function unmeasuredStages(
  stages: readonly PipelineStage[],
  seriesOf: (metric: SeriesMetric) => readonly SeriesPoint[],
): readonly string[] {
  return stageNames
    .filter((name) => !stages.some((stage) => stage.name === name) || seriesOf(`stage.${name}.lag`).every(([, value]) => value === null))
    .map((name) => stageTitles[name]);
}

/**
 * Without the empty buckets before the first measurement, where history does not reach so far, and without the newest bucket while it is empty, since it has only just
 * begun. A second empty one at the end is no beginning: the measurements have stopped.
 */
function trimmed(points: readonly SeriesPoint[]): readonly SeriesPoint[] {
  const first = points.findIndex(([, value]) => value !== null);
  if (first < 0) return [];
  return points.at(-1)?.[1] === null ? points.slice(first, -1) : points.slice(first);
}
