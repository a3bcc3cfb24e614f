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
      return [{ id: `${name} ${at}`, at, stage: stageTitles[name], words, claim, lagMinutes: value }];
    });
  });
  return changes.sort((a, b) => b.at - a.at);
}

/** Whether any lag of the hour is held: of an hour in which nothing was measured nobody can say that nothing changed. */
export function wasMeasured(seriesOf: (metric: SeriesMetric) => readonly SeriesPoint[]): boolean {
  return stageNames.some((name) => seriesOf(`stage.${name}.lag`).some(([, value]) => value !== null));
}

/** Without the empty buckets at both ends: history that does not reach so far, and the bucket that has only just begun. */
function trimmed(points: readonly SeriesPoint[]): readonly SeriesPoint[] {
  const first = points.findIndex(([, value]) => value !== null);
  const last = points.findLastIndex(([, value]) => value !== null);
  return first < 0 ? [] : points.slice(first, last + 1);
}
