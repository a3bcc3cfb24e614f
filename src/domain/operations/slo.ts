import type { PipelineStage } from '../../contracts/pipeline.ts';
import { formatNumber, formatPercent } from '../format.ts';

/** True if the platform says that a stage's lag is near its limit but within it (C-60). */
export const isNearLimit = (stage: Pick<PipelineStage, 'status' | 'currentLagMinutes' | 'sloThresholdMinutes'>): boolean =>
  stage.status === 'amber' && !sloOf(stage).breach;

/** A stage's lag against its limit, in minutes and in percent of the limit. */
export interface SloView {
  /** C-61: in breach if the lag exceeds the limit; at the limit it is within. */
  readonly breach: boolean;
  /** Lag as percent of the limit: 12.4 of 5 minutes is 248. Null if the limit is not positive. */
  readonly sharePercent: number | null;
  /** How much the limit is exceeded, percent; 0 within the limit. */
  readonly overPercent: number;
  /** Minutes above the limit; 0 within the limit. */
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

/** A stage's lag in minutes as text; rounding never moves it to the other side of the limit. */
export function lagText({
  currentLagMinutes: lag,
  sloThresholdMinutes: limit,
}: Pick<PipelineStage, 'currentLagMinutes' | 'sloThresholdMinutes'>): string {
  return formatNumber(lag, 1, [{ direction: 'atMost', limit }]);
}

/** A limit in minutes as text: '5', '4.5'. */
export function minutesText(minutes: number): string {
  return formatNumber(minutes, Number.isInteger(minutes) ? 0 : 1);
}

/** Percent of a limit as text: over 100 if exceeded. */
export function shareText(sharePercent: number): string {
  return formatPercent(sharePercent, 0, [{ direction: 'atMost', limit: 100 }]);
}
