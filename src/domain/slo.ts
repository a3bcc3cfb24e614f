import type { PipelineStage } from '../contracts/pipeline.ts';
import { formatNumber, formatPercent } from './format.ts';

/** Whether the platform says of a stage that its lag nears its limit (C-60): it is held yet. */
export const isNearLimit = (stage: Pick<PipelineStage, 'status' | 'currentLagMinutes' | 'sloThresholdMinutes'>): boolean =>
  stage.status === 'amber' && !sloOf(stage).breach;

/** A stage's lag against its limit. Minutes, and percent of the limit. */
export interface SloView {
  /** C-61: in breach when the lag exceeds the limit; at the limit it is held. */
  readonly breach: boolean;
  /** Lag as percent of the limit: 12.4 of 5 minutes is 248. Null where the stage has no limit to speak of. */
  readonly sharePercent: number | null;
  /** By how much the limit is exceeded, percent; 0 while it is held. */
  readonly overPercent: number;
  /** Minutes above the limit; 0 while it is held. */
  readonly excessMinutes: number;
  /** Minutes left below the limit; 0 in breach. */
  readonly headroomMinutes: number;
}

/** Judges a stage by its own limit (C-27, C-61). */
export function sloOf({
  currentLagMinutes: lag,
  sloThresholdMinutes: limit,
}: Pick<PipelineStage, 'currentLagMinutes' | 'sloThresholdMinutes'>): SloView {
  const breach = lag > limit;
  const sharePercent = limit > 0 ? (lag / limit) * 100 : null;
  return {
    breach,
    sharePercent,
    overPercent: breach && sharePercent !== null ? sharePercent - 100 : 0,
    excessMinutes: breach ? lag - limit : 0,
    headroomMinutes: breach ? 0 : limit - lag,
  };
}

/** A stage's lag in minutes as it is written: over its limit where it is, and never as the limit itself. */
export function lagText({
  currentLagMinutes: lag,
  sloThresholdMinutes: limit,
}: Pick<PipelineStage, 'currentLagMinutes' | 'sloThresholdMinutes'>): string {
  return formatNumber(lag, 1, [{ direction: 'atMost', limit }]);
}

/** A limit in minutes as it is written: '5', '4.5'. */
export function minutesText(minutes: number): string {
  return formatNumber(minutes, Number.isInteger(minutes) ? 0 : 1);
}

/** Percent of a limit: over 100 where it is exceeded. */
export function shareText(sharePercent: number): string {
  return formatPercent(sharePercent, 0, [{ direction: 'atMost', limit: 100 }]);
}
