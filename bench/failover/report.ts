import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/root.mjs';
import type { Figure, Outcome } from '../support/bench.ts';
import type { Aftermath } from './aftermath.ts';
import type { CallEnd } from './calls.ts';
import type { Times } from './latency.ts';
import type { Measured, Recovery } from './measure.ts';

/** All results of a run. */
export interface Result {
  readonly minutes: number;
  readonly measured: readonly Measured[];
  readonly recoveries: readonly Recovery[];
  readonly aftermath: Aftermath;
  /** Each call of the deciding clients. */
  readonly calls: readonly CallEnd[];
}

const rawFile = '.cache/failover.json';

/** Stores everything as JSON; returns the path relative to the project's root. */
export function writeRaw(result: Result): string {
  const path = join(root, rawFile);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(result, null, 1)}\n`);
  return rawFile;
}

/** The figures limited by budgets.json, and the tables for RESULTS.md, one line each. */
export function outcomeOf(result: Result): Outcome {
  return {
    figures: figuresOf(result.aftermath),
    notes: [...partsTable(result), '', ...recoveryTable(result), '', ...lookBackLines(result.aftermath)],
  };
}

function figuresOf({ commands, logs, readers, recordIsSound }: Aftermath): readonly Figure[] {
  const verdicts = Object.values(commands);
  const most = (list: 'lost' | 'doubled' | 'strange'): number => Math.max(...verdicts.map((verdict) => verdict[list].length));
  const seqs = [...Object.values(logs), ...Object.values(readers)];
  const wrong = seqs.reduce((sum, { missing, doubled, late, outside }) => sum + missing + doubled + late + outside, 0);
  const resyncs = Object.values(readers).reduce((sum, reader) => sum + reader.resyncs, 0);
  const [{ issued, acknowledged } = { issued: 0, acknowledged: 0 }] = verdicts;
  return [
    { name: 'failoverLost', value: most('lost'), detail: `${acknowledged} acknowledged of ${issued}` },
    { name: 'failoverDoubled', value: most('doubled') + most('strange'), detail: 'notes, lines of the record, kept answers' },
    {
      name: 'failoverGaps',
      value: wrong + (recordIsSound ? 0 : 1),
      detail: `logs, record and ${Object.keys(readers).length} readers; ${resyncs} resyncs`,
    },
  ];
}

/** Whole milliseconds, or seconds from ten seconds on; a dash if there is no value. */
export function shownMs(ms: number): string {
  if (!Number.isFinite(ms)) return '–';
  return ms < 10_000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

const shownTimes = ({ p50, p95, max }: Times): string => [p50, p95, max].map(shownMs).join(' / ');
const shownCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} × ${name}`)
    .join(', ');
const seconds = (ms: number | null): string => (ms === null ? 'not before the next' : `${Math.round(ms / 1000)} s`);

function partsTable({ measured }: Result): readonly string[] {
  const head =
    '| | load | events a second | event to client p50 / p95 / max | decided to acknowledged p50 / p95 / max | calls not answered 200 | reads of the other tenant p50 / p95 / max, over 500 ms |';
  const rows = measured.map(({ name, phase, load, eventsPerSecond, eventToClient, commands, calls, failingMs, reads }) => {
    const failing = Object.fromEntries(Object.entries(calls).filter(([end]) => !end.endsWith(' 200')));
    const failed =
      failingMs === null ? 'none' : `${shownCounts(failing)}; from ${failingMs.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(' to ')}`;
    const title = phase === 'before' ? 'before' : `**${name}**, ${phase}`;
    return `| ${title} | ${load.toFixed(1)} | ${eventsPerSecond.toFixed(1)} | ${shownTimes(eventToClient)} | ${shownTimes(commands)} | ${failed} | ${shownTimes(reads)}, ${reads.over500} of ${reads.count} |`;
  });
  return [head, '|---|---|---|---|---|---|---|', ...rows];
}

function recoveryTable({ recoveries, measured }: Result): readonly string[] {
  const rows = recoveries.map(({ name, told, lastedMs, eventsBackMs, commandsBackMs }) => {
    const silence = Math.max(...measured.filter((part) => part.name === name).map(({ longestSilenceMs }) => longestSilenceMs));
    return `| **${name}** | ${told} | ${seconds(lastedMs)} | ${shownMs(silence)} | ${seconds(eventsBackMs)} | ${seconds(commandsBackMs)} |`;
  });
  return [
    '| | what was done | lasted | longest without an event | events as before after | commands as before after |',
    '|---|---|---|---|---|---|',
    ...rows,
  ];
}

function lookBackLines({ commands, refused, logs, readers, recordIsSound }: Aftermath): readonly string[] {
  const verdicts = Object.entries(commands).map(
    ([place, { issued, acknowledged, lost, doubled, unacknowledged, undone, strange }]) =>
      `${place}: ${issued} issued, ${acknowledged} acknowledged, ${lost.length} lost, ${doubled.length} doubled, ${unacknowledged.length} there unacknowledged, ${undone.length} undone, ${strange.length} strange`,
  );
  const lists = [
    ...Object.entries(logs).map(([name, log]) => [`log of ${name}`, log, ` (${log.from} to ${log.upTo})`] as const),
    ...Object.entries(readers).map(([name, reader]) => [name, reader, ` of ${reader.events} events, ${reader.resyncs} resyncs`] as const),
  ];
  const judged = lists.map(
    ([name, { missing, doubled, late, outside }, more]) =>
      `${name}: ${missing} missing, ${doubled} doubled, ${late} late, ${outside} outside${more}`,
  );
  return [...verdicts, `${refused} refused`, ...judged, `record:check ${recordIsSound ? 'holds' : 'DOES NOT HOLD'}`];
}
