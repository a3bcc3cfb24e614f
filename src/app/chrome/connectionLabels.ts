import type { ConnectionStatus } from '../../contracts/rpc.ts';
import { clockNotConfirmed } from '../../domain/clock/labels.ts';
import { formatAge, formatDayTime, formatSpan, formatWhen, zoneName } from '../../domain/formatTime.ts';
import { transportNames } from '../../domain/realtime/transportNames.ts';

/**
 * Labels of the indicator (C-9, D-15): state and transport, then the age of the newest data; before there are any, the current activity.
 */
export interface ConnectionLabels {
  readonly look: 'connected' | 'slow' | 'trying' | 'offline';
  readonly lead: string;
  /** Shown beside the lead if the link is slow: how slow, or only that it is if no answer has been measured yet. Empty otherwise. */
  readonly beside: string;
  /** Empty while nothing has ever been received. */
  readonly age: string;
}

/** Labels of the strip under the bar while the platform is out of reach. */
export interface OfflineLabels {
  readonly lead: string;
  readonly next: string;
}

/** A drop shorter than this is only shown in the indicator; the page stays as it is. Milliseconds. */
export const blinkMs = 10_000;

/** When the link was lost: epoch milliseconds, null if unknown, undefined if it is not lost. */
export function lostAtOf(connection: ConnectionStatus): number | null | undefined {
  if (connection.state === 'reconnecting') return connection.lostAt === undefined ? connection.since : connection.lostAt;
  return connection.state === 'disconnected' ? (connection.since ?? undefined) : undefined;
}

/** The same for a link that has been gone longer than `blinkMs`, as far as known; undefined otherwise. */
function offlineSince(connection: ConnectionStatus, now: number): number | null | undefined {
  const lost = lostAtOf(connection);
  const seen = lost ?? (connection.state === 'reconnecting' ? connection.since : now);
  return now - seen >= blinkMs ? lost : undefined;
}

/**
 * Labels of the indicator. `newest`: as-of time of the newest data on this device, null if none; `now`: the platform's clock; both epoch
 * milliseconds. `zone`: the tenant's. `sure`: whether that clock is confirmed; if not, no age is shown. `takeMs`: how slow answers are
 * (HubStatus).
 */
export function connectionLabels(
  connection: ConnectionStatus,
  newest: number | null,
  now: number,
  zone: string,
  sure = true,
  takeMs: number | null = null,
): ConnectionLabels {
  const transport = transportNames[connection.transport];
  if (connection.state === 'connected') {
    // Two degrees of the same fact: never show both.
    const beside = takeMs !== null ? `answers take ${takeMs / 1000} s` : connection.slow === true ? 'slow' : '';
    const known = sure ? `newest ${formatAge(now - (newest ?? now))}` : clockNotConfirmed;
    return {
      look: beside === '' ? 'connected' : 'slow',
      lead: `Connected · ${transport}`,
      beside,
      age: newest === null ? '' : known,
    };
  }
  const asOf =
    newest === null ? null : `as of ${sure ? formatWhen(newest, now, zone) : formatDayTime(newest, zone)} ${zoneName(zone, newest)}`;
  const lead = `Disconnected · ${transport}`;
  switch (connection.state) {
    case 'connecting':
      return { look: 'trying', lead, beside: '', age: asOf ?? 'connecting' };
    case 'reconnecting': {
      const look = offlineSince(connection, now) === undefined ? 'trying' : 'offline';
      return { look, lead, beside: '', age: asOf ?? `retry ${triesLabels(connection)}` };
    }
    case 'disconnected':
      return { look: 'offline', lead, beside: '', age: asOf ?? '' };
    default:
      return connection satisfies never;
  }
}

/** The number of the attempt; the last transport has no maximum. */
function triesLabels({ attempt, maxAttempts }: Extract<ConnectionStatus, { state: 'reconnecting' }>): string {
  return maxAttempts === 0 ? `${attempt}` : `${attempt} of ${maxAttempts}`;
}

/** Labels of the offline strip; null while none is needed. */
export function offlineLabels(connection: ConnectionStatus, now: number, zone: string): OfflineLabels | null {
  const since = offlineSince(connection, now);
  if (since === undefined) return null;
  const lead =
    since === null ? 'Offline. Since when is not known.' : `Offline since ${formatWhen(since, now, zone)} ${zoneName(zone, since)}.`;
  if (connection.state !== 'reconnecting') return { lead, next: '' };
  const left = connection.nextTryAt - now;
  const when = left <= 0 ? 'Trying now' : `Next try in ${left < 60_000 ? formatAge(left) : formatSpan(left / 60_000)}`;
  return { lead, next: `${when} (${connection.maxAttempts === 0 ? 'try ' : ''}${triesLabels(connection)})` };
}
