import type { ConnectionStatus } from '../../contracts/rpc.ts';
import { clockNotConfirmed } from '../../domain/clock/words.ts';
import { formatAge, formatDayTime, formatSpan, formatWhen, zoneName } from '../../domain/formatTime.ts';
import { transportNames } from '../../domain/realtime/transportNames.ts';

/** What the indicator shows (C-9, D-15): state and transport, then the age of the newest data; before there is any, what is being done. */
export interface ConnectionWords {
  readonly look: 'connected' | 'slow' | 'trying' | 'offline';
  readonly lead: string;
  /** Said beside the lead of a link that answers, and takes long over it: how long, or only that where no answer has told yet. Empty otherwise. */
  readonly beside: string;
  /** Empty while nothing has ever been received. */
  readonly age: string;
}

/** What the strip under the bar says while the platform is out of reach. */
export interface OfflineWords {
  readonly lead: string;
  readonly next: string;
}

/** A drop shorter than this is a blink: the indicator tells of it, the page stays as it is. Milliseconds. */
export const blinkMs = 10_000;

/** When the link was lost: epoch milliseconds, null where nobody saw it go, and undefined where it is not lost. */
export function lostAtOf(connection: ConnectionStatus): number | null | undefined {
  if (connection.state === 'reconnecting') return connection.lostAt === undefined ? connection.since : connection.lostAt;
  return connection.state === 'disconnected' ? (connection.since ?? undefined) : undefined;
}

/** The same of a link that has been gone for longer than a blink, by what is known of it; undefined otherwise. */
function offlineSince(connection: ConnectionStatus, now: number): number | null | undefined {
  const lost = lostAtOf(connection);
  const seen = lost ?? (connection.state === 'reconnecting' ? connection.since : now);
  return now - seen >= blinkMs ? lost : undefined;
}

/**
 * Words of the indicator. `newest`: as of when the newest data on this device is, null if there is none; `now`: the platform's
 * clock; both epoch milliseconds. `zone`: the tenant's. `sure`: that clock is the platform's; else no age is told. `takeMs`: how slow answers are, as the hub has it (HubStatus).
 */
export function connectionWords(
  connection: ConnectionStatus,
  newest: number | null,
  now: number,
  zone: string,
  sure = true,
  takeMs: number | null = null,
): ConnectionWords {
  const transport = transportNames[connection.transport];
  if (connection.state === 'connected') {
    // One fact in two degrees: never both.
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
      return { look, lead, beside: '', age: asOf ?? `retry ${triesWords(connection)}` };
    }
    case 'disconnected':
      return { look: 'offline', lead, beside: '', age: asOf ?? '' };
    default:
      return connection satisfies never;
  }
}

/** Which try it is; on the last rung there is no last one. */
function triesWords({ attempt, maxAttempts }: Extract<ConnectionStatus, { state: 'reconnecting' }>): string {
  return maxAttempts === 0 ? `${attempt}` : `${attempt} of ${maxAttempts}`;
}

/** Words of the offline strip, or null while there is no need for one. */
export function offlineWords(connection: ConnectionStatus, now: number, zone: string): OfflineWords | null {
  const since = offlineSince(connection, now);
  if (since === undefined) return null;
  const lead =
    since === null ? 'Offline. Since when is not known.' : `Offline since ${formatWhen(since, now, zone)} ${zoneName(zone, since)}.`;
  if (connection.state !== 'reconnecting') return { lead, next: '' };
  const left = connection.nextTryAt - now;
  const when = left <= 0 ? 'Trying now' : `Next try in ${left < 60_000 ? formatAge(left) : formatSpan(left / 60_000)}`;
  return { lead, next: `${when} (${connection.maxAttempts === 0 ? 'try ' : ''}${triesWords(connection)})` };
}
