import { newestIncidents } from '../../contracts/incident.ts';
import { formatCount } from '../../domain/format.ts';
import { formatAge } from '../../domain/formatTime.ts';
import type { IncidentView } from './model.ts';

/** A count of incidents while some are damaged on this device (F-25): what they are may be any of these. */
export const atLeast = (count: number, unread: number): string => `${formatCount(count)}${unread > 0 ? '+' : ''}`;

const monthMs = 30 * 86_400_000;

/**
 * How it stands, in four numbers. `now`: epoch milliseconds on the business clock; `total`: as the platform counts incidents, which may be more than it lists; null before it
 * said; `unread`: held and damaged (F-25). Every active one is listed; of those that are over the last ones, which may be fewer than thirty days had: then `resolved` is the least that can be said.
 */
export function standing(
  views: readonly IncidentView[],
  now: number,
  total: number | null,
  unread = 0,
): { readonly active: number; readonly takenUp: number; readonly resolved: string; readonly median: string; readonly newestOnly: boolean } {
  const over = views.filter(({ resolvedAt }) => resolvedAt !== null && now - Date.parse(resolvedAt) <= monthMs);
  const lasted = over.map(({ lastedMs }) => lastedMs).sort((a, b) => a - b);
  const middle = Math.floor(lasted.length / 2);
  const upper = lasted[middle];
  const lower = lasted.length % 2 === 0 ? lasted[middle - 1] : upper;
  const newestOnly = (total ?? 0) > views.length && over.length >= newestIncidents;
  return {
    active: views.filter(({ active }) => active).length,
    takenUp: views.filter(({ state }) => state === 'acknowledged').length,
    resolved: atLeast(over.length, newestOnly ? 1 : unread),
    newestOnly,
    median: upper === undefined || lower === undefined ? '–' : formatAge((upper + lower) / 2),
  };
}
