import type { CallEnd } from './calls.ts';
import type { Instance } from './instance.ts';
import { backAfter, longestSilence, type Sample, type Span, type Times, timesOf, within } from './latency.ts';
import type { Decided } from './load.ts';
import type { StreamReader } from './readers.ts';
import { loggedIn, nginxLoggedIn, type Watch } from './watch.ts';

/** A part of the run: before all faults, during one, or after it. */
export interface Part extends Span {
  readonly name: string;
  readonly phase: 'before' | 'during' | 'after';
  /** Load average of the last minute, including other programs on the machine. */
  readonly load: number;
  /** Metrics of each instance at the part's end. */
  readonly figures: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Everything recorded during the run. */
export interface Noted {
  /** Streams through nginx, of the tenant with the load. */
  readonly consoles: readonly StreamReader[];
  /** Streams directly from one instance each, of the same tenant. */
  readonly direct: readonly StreamReader[];
  readonly decided: readonly Decided[];
  /** Calls of the deciding clients, and reads of the other tenant. */
  readonly calls: readonly CallEnd[];
  readonly reads: readonly CallEnd[];
  readonly instances: readonly Instance[];
  readonly watch: Watch;
  readonly nginxErrors: string;
}

/** Measurements of a part. Times in milliseconds. */
export interface Measured {
  readonly name: string;
  readonly phase: Part['phase'];
  readonly seconds: number;
  readonly load: number;
  readonly eventsPerSecond: number;
  /** From an event's own time to its arrival, over all consoles; and per direct reader. */
  readonly eventToClient: Times;
  readonly direct: Readonly<Record<string, Times>>;
  /** The longest time without an event. */
  readonly longestSilenceMs: number;
  /** From decision to acknowledgement, and how many decided in this part were never acknowledged. */
  readonly commands: Times & { readonly unacknowledged: number };
  /** Requests answered 200: from sending to response. */
  readonly answered: Times;
  /**
   * Outcomes of the deciding clients' calls sent in this part; and the time of the first and last failure, relative to the part's start.
   */
  readonly calls: Readonly<Record<string, number>>;
  readonly failingMs: readonly [number, number] | null;
  /** Reads of the other tenant, and how many took longer than 500 ms or were not answered 200. */
  readonly reads: Times & { readonly over500: number; readonly ends: Readonly<Record<string, number>> };
  readonly lostStreams: Readonly<Record<string, number>>;
  readonly ready: readonly string[];
  readonly logged: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly figures: Part['figures'];
}

/** Maximum duration of a read (F-40), milliseconds. */
const quickMs = 500;

/** From an event's own time to its arrival at each reader: an event that three readers got gives three samples. Milliseconds. */
export const eventSamples = (readers: readonly StreamReader[]): readonly Sample[] =>
  readers.flatMap(({ arrivals }) => arrivals.map(({ at, arrivedAt }) => ({ at, tookMs: arrivedAt - at })));

/** From decision to acknowledgement, milliseconds; commands that were never acknowledged are left out. */
export const commandSamples = (decided: readonly Decided[]): readonly Sample[] =>
  decided.flatMap(({ at, acknowledgedAt }) => (acknowledgedAt === null ? [] : [{ at, tookMs: acknowledgedAt - at }]));

function tally(ends: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const end of ends) counts[end] = (counts[end] ?? 0) + 1;
  return counts;
}

/**
 * The figures of one part, from what began in its span: an event by its own time, a command by its decision, a call by when it was sent.
 */
export function measure(part: Part, noted: Noted): Measured {
  const { consoles, direct, decided, calls, reads, instances, watch, nginxErrors } = noted;
  const seconds = (part.to - part.from) / 1000;
  const samples = within(eventSamples(consoles), part);
  const events = new Map(consoles.flatMap(({ arrivals }) => within(arrivals, part).map(({ seq, at }) => [seq, { at }] as const)));
  const mine = within(decided, part);
  const ends = within(calls, part);
  const failed = ends.filter(({ end, kind }) => end !== '200' && kind !== 'read').map(({ at, tookMs }) => at + tookMs - part.from);
  const others = within(reads, part);
  return {
    name: part.name,
    phase: part.phase,
    seconds: Math.round(seconds),
    load: part.load,
    eventsPerSecond: events.size / seconds,
    eventToClient: timesOf(samples),
    direct: Object.fromEntries(direct.map((reader) => [reader.name, timesOf(within(eventSamples([reader]), part))])),
    longestSilenceMs: longestSilence([...events.values()], part),
    commands: { ...timesOf(commandSamples(mine)), unacknowledged: mine.filter(({ acknowledgedAt }) => acknowledgedAt === null).length },
    answered: timesOf(ends.filter(({ end, kind }) => end === '200' && kind === 'command')),
    calls: tally(ends.map(({ end, kind }) => `${kind} ${end}`)),
    failingMs: failed.length === 0 ? null : [Math.min(...failed), Math.max(...failed)],
    reads: {
      ...timesOf(others),
      over500: others.filter(({ tookMs, end }) => tookMs > quickMs || end !== '200').length,
      ends: tally(others.map(({ end }) => end)),
    },
    lostStreams: tally([...consoles, ...direct].flatMap(({ name, losses }) => within(losses, part).map(({ why }) => `${name} ${why}`))),
    ready: within(watch.changes, part).map(
      ({ at, instance, status, words }) => `${((at - part.from) / 1000).toFixed(1)} s: ${instance} ${status} ${words}`,
    ),
    logged: Object.fromEntries([
      ...instances.map((instance) => [instance.name, loggedIn(instance, part)]),
      ['nginx', nginxLoggedIn(nginxErrors, part)],
    ]),
    figures: part.figures,
  };
}

/**
 * Time from the start of a fault to the level before the first fault: milliseconds to the second, null if not reached before the next
 * fault.
 */
export interface Recovery {
  readonly name: string;
  readonly told: string;
  readonly lastedMs: number;
  readonly eventsBackMs: number | null;
  readonly commandsBackMs: number | null;
}

/**
 * Threshold of recovery: twice the earlier p95, but at least 250 ms, since the console collects events for that long (C-76).
 * Milliseconds.
 */
export function calmOf(before: number): number {
  return Math.max(250, 2 * before);
}

/** How long after the begin of a fault events and commands were as quick as `before` (`calmOf`); looked for until the end of `after`. */
export function recovery(
  fault: { readonly name: string; readonly told: string; readonly during: Span; readonly after: Span },
  before: Measured,
  { consoles, decided }: Noted,
): Recovery {
  const span = { from: fault.during.from, to: fault.after.to };
  return {
    name: fault.name,
    told: fault.told,
    lastedMs: fault.during.to - fault.during.from,
    eventsBackMs: backAfter(eventSamples(consoles), span, calmOf(before.eventToClient.p95)),
    commandsBackMs: backAfter(commandSamples(decided), span, calmOf(before.commands.p95)),
  };
}
