import type { CallEnd } from './calls.ts';
import type { Instance } from './instance.ts';
import { backAfter, longestSilence, type Sample, type Span, type Times, timesOf, within } from './latency.ts';
import type { Decided } from './load.ts';
import type { StreamReader } from './readers.ts';
import { loggedIn, nginxLoggedIn, type Watch } from './watch.ts';

/** A part of the run: before all faults, while one lasts, or after it. */
export interface Part extends Span {
  readonly name: string;
  readonly phase: 'before' | 'during' | 'after';
  /** Runnable programs on the machine in its last minute: what else ran there is in it. */
  readonly load: number;
  /** What each instance counted of itself at its end. */
  readonly figures: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** All that was noted while it ran. */
export interface Noted {
  /** Through nginx, of the tenant with the load. */
  readonly consoles: readonly StreamReader[];
  /** Straight to one instance each, of the same tenant. */
  readonly direct: readonly StreamReader[];
  readonly decided: readonly Decided[];
  /** Calls of those who decide, and reads of the other tenant. */
  readonly calls: readonly CallEnd[];
  readonly reads: readonly CallEnd[];
  readonly instances: readonly Instance[];
  readonly watch: Watch;
  readonly nginxErrors: string;
}

/** What was measured in a part. Times in milliseconds. */
export interface Measured {
  readonly name: string;
  readonly phase: Part['phase'];
  readonly seconds: number;
  readonly load: number;
  readonly eventsPerSecond: number;
  /** From the moment an event carries to its arrival, over all consoles; and of those that read from one instance. */
  readonly eventToClient: Times;
  readonly direct: Readonly<Record<string, Times>>;
  /** The longest time in which no event was written. */
  readonly longestSilenceMs: number;
  /** From the decision to the acknowledgement, and how many of those decided in this part were never acknowledged. */
  readonly commands: Times & { readonly unacknowledged: number };
  /** Of the sendings that were answered 200: from one sending to its answer. */
  readonly answered: Times;
  /** How the calls of those who decide ended, those sent in this part; and from the first to the last that were not answered 2xx, after the part's beginning. */
  readonly calls: Readonly<Record<string, number>>;
  readonly failingMs: readonly [number, number] | null;
  /** Reads of the other tenant: those that took longer than 500 ms or were not answered 200, among all. */
  readonly reads: Times & { readonly over500: number; readonly ends: Readonly<Record<string, number>> };
  readonly lostStreams: Readonly<Record<string, number>>;
  readonly ready: readonly string[];
  readonly logged: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly figures: Part['figures'];
}

/** Longest that a read may take (F-40), milliseconds. */
const quickMs = 500;

export const eventSamples = (readers: readonly StreamReader[]): readonly Sample[] =>
  readers.flatMap(({ arrivals }) => arrivals.map(({ at, arrivedAt }) => ({ at, tookMs: arrivedAt - at })));

export const commandSamples = (decided: readonly Decided[]): readonly Sample[] =>
  decided.flatMap(({ at, acknowledgedAt }) => (acknowledgedAt === null ? [] : [{ at, tookMs: acknowledgedAt - at }]));

function tally(ends: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const end of ends) counts[end] = (counts[end] ?? 0) + 1;
  return counts;
}

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

/** When all is as it was before the first fault, after the beginning of a fault: milliseconds to the second, null where it was not until the next. */
export interface Recovery {
  readonly name: string;
  readonly told: string;
  readonly lastedMs: number;
  readonly eventsBackMs: number | null;
  readonly commandsBackMs: number | null;
}

/** As before is twice what 95 % took before, or 250 ms where that is more: so long the console gathers events anyway (C-76). Milliseconds. */
export function calmOf(before: number): number {
  return Math.max(250, 2 * before);
}

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
