import { clockNotConfirmed } from '../../domain/clock/labels.ts';
import { formatCount } from '../../domain/format.ts';
import { formatAge } from '../../domain/formatTime.ts';

/** How long something has lasted: 'active 7 min'. No duration is shown if the clock is not confirmed (`sure` false). */
export function lastingLabels(lead: string, lastedMs: number, sure: boolean): string {
  return sure ? `${lead} ${formatAge(lastedMs)}` : `${lead} · ${clockNotConfirmed}`;
}

/** How long it was last known to have lasted: 'had lasted 7 min'. Both ends are times of the platform. */
export const lastedThenLabels = (lastedMs: number): string => `had lasted ${formatAge(lastedMs)}`;

/** Who acknowledged it. `lost`: the data is stale, so later changes are unknown. */
export function takenUpLabels(by: string | null, more: number, lost: boolean): string {
  const whose = by !== null ? `acknowledged by ${by}` : lost ? 'was unassigned' : 'unassigned';
  return more === 0 ? whose : `${whose} · ${formatCount(more)} more${lost ? ' then' : ''}`;
}
