import type { TelemetryRequest } from '../contracts/telemetry.ts';
import { redactTelemetry } from './redact.ts';

/** A telemetry event before redaction; `name` is area and act: 'page.error'. */
export interface TelemetryNews {
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** An event as sent: flat and redacted (C-67). */
export type TelemetryEvent = TelemetryRequest['events'][number];

/** Maximum events per beacon, and in the queue: data sent while a page closes is limited to 64 kB. */
export const maxPerBeacon = 50;
const maxWaiting = 200;
const longestText = 300;
/** Event name that reports how many events were dropped before it. */
const gapName = 'telemetry.dropped';

/** Events waiting to be sent, oldest first, and the number dropped. */
export interface TelemetryQueue {
  readonly waiting: readonly TelemetryEvent[];
  readonly dropped: number;
}
export const emptyQueue: TelemetryQueue = { waiting: [], dropped: 0 };

/** Adds an event, redacted and truncated; the oldest are dropped and counted if the queue is full. `at` is ISO 8601. */
export function tellQueue({ waiting, dropped }: TelemetryQueue, { name, values }: TelemetryNews, at: string): TelemetryQueue {
  const cut = Object.entries(redactTelemetry(values)).map(([key, value]) => [
    key,
    typeof value === 'string' ? value.slice(0, longestText) : typeof value === 'number' && !Number.isFinite(value) ? null : value,
  ]);
  const all = [...waiting, { name, at, values: Object.fromEntries(cut) }];
  const over = Math.max(0, all.length - maxWaiting);
  return { waiting: all.slice(over), dropped: dropped + over };
}

/** The next beacon and the remaining queue; null if nothing waits. The number of dropped events comes first. */
export function nextBeacon(
  { waiting, dropped }: TelemetryQueue,
  at: string,
): { readonly events: readonly TelemetryEvent[]; readonly rest: TelemetryQueue } | null {
  if (waiting.length === 0 && dropped === 0) return null;
  const gaps: readonly TelemetryEvent[] = dropped === 0 ? [] : [{ name: gapName, at, values: { count: dropped } }];
  const taken = waiting.slice(0, maxPerBeacon - gaps.length);
  return { events: [...gaps, ...taken], rest: { waiting: waiting.slice(taken.length), dropped: 0 } };
}

/** Puts the events of an undelivered beacon back at the front. */
export function putBack({ waiting, dropped }: TelemetryQueue, events: readonly TelemetryEvent[]): TelemetryQueue {
  const gaps = events.filter(({ name }) => name === gapName);
  const all = [...events.filter(({ name }) => name !== gapName), ...waiting];
  const over = Math.max(0, all.length - maxWaiting);
  return { waiting: all.slice(over), dropped: gaps.reduce((sum, { values }) => sum + Number(values['count']), dropped) + over };
}
