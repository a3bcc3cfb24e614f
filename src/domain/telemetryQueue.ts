import type { TelemetryRequest } from '../contracts/telemetry.ts';
import { redactTelemetry } from './redact.ts';

/** One thing worth telling; `name` is area and act: 'page.error'. */
export interface TelemetryNews {
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** An event as it is sent: flat and redacted (C-67). */
export type TelemetryEvent = TelemetryRequest['events'][number];

/** Events that one beacon holds, and that wait for one: what is sent while a page closes may have 64 kB at most. */
export const mostPerBeacon = 50;
const mostWaiting = 200;
const longestText = 300;
/** Says how many events are missing before it. */
const gapName = 'telemetry.dropped';

/** What waits to be told, oldest first, and how many had to give way. */
export interface TelemetryQueue {
  readonly waiting: readonly TelemetryEvent[];
  readonly dropped: number;
}
export const emptyQueue: TelemetryQueue = { waiting: [], dropped: 0 };

/** Takes an event in, redacted and cut; the oldest give way, and are counted. `at` is ISO 8601. */
export function tellQueue({ waiting, dropped }: TelemetryQueue, { name, values }: TelemetryNews, at: string): TelemetryQueue {
  const cut = Object.entries(redactTelemetry(values)).map(([key, value]) => [
    key,
    typeof value === 'string' ? value.slice(0, longestText) : typeof value === 'number' && !Number.isFinite(value) ? null : value,
  ]);
  const all = [...waiting, { name, at, values: Object.fromEntries(cut) }];
  const over = Math.max(0, all.length - mostWaiting);
  return { waiting: all.slice(over), dropped: dropped + over };
}

/** The next beacon and the queue without it; null where nothing waits. What was dropped is told first. */
export function nextBeacon(
  { waiting, dropped }: TelemetryQueue,
  at: string,
): { readonly events: readonly TelemetryEvent[]; readonly rest: TelemetryQueue } | null {
  if (waiting.length === 0 && dropped === 0) return null;
  const gaps: readonly TelemetryEvent[] = dropped === 0 ? [] : [{ name: gapName, at, values: { count: dropped } }];
  const taken = waiting.slice(0, mostPerBeacon - gaps.length);
  return { events: [...gaps, ...taken], rest: { waiting: waiting.slice(taken.length), dropped: 0 } };
}

/** Puts a beacon that nobody took back in front. */
export function putBack({ waiting, dropped }: TelemetryQueue, events: readonly TelemetryEvent[]): TelemetryQueue {
  const gaps = events.filter(({ name }) => name === gapName);
  const all = [...events.filter(({ name }) => name !== gapName), ...waiting];
  const over = Math.max(0, all.length - mostWaiting);
  return { waiting: all.slice(over), dropped: gaps.reduce((sum, { values }) => sum + Number(values['count']), dropped) + over };
}
