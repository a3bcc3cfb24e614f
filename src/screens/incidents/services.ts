import { newestIncidents } from '../../contracts/incident.ts';
import { formatCount } from '../../domain/format.ts';
import { formatAge } from '../../domain/formatTime.ts';
import type { IncidentView } from './model.ts';

/** A count of incidents; '+' if damaged rows on this device (F-25) could belong to it. */
export const atLeast = (count: number, unread: number): string => `${formatCount(count)}${unread > 0 ? '+' : ''}`;

const monthMs = 30 * 86_400_000;

/**
 * The situation in four numbers. `now`: epoch milliseconds on the business clock; `total`: the platform's count of incidents, which may
 * exceed its list, null if unknown; `unread`: damaged rows (F-25). All active incidents are listed, but only the newest resolved ones; if
 * these do not reach back thirty days, `resolved` is a lower bound.
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
