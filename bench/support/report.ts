import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/root.mjs';
import { type Judged, limitOf } from './budgets.ts';

/** Facts about a run, so that its figures can be interpreted elsewhere. */
export interface RunFacts {
  /** 'Node 20.20.2, 2 × AMD EPYC, 23 GiB' */
  readonly machine: string;
  readonly day: string;
  readonly commit: string;
  readonly rounds: number;
  /** The browser and its flags. */
  readonly flags: string;
  /** Load average of the last minute before the run: on two cores, values above 1 have disturbed it. */
  readonly loadBefore: number;
  readonly minutes: number;
}

/** Results of one bench. */
export interface Finding {
  readonly bench: string;
  readonly judged: readonly Judged[];
  readonly notes: readonly string[];
}

/** Describes this machine. */
export function machineName(): string {
  return `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
}

/** The machine's load average over the last minute; NaN if the system does not report one. */
export function loadNow(): number {
  return loadavg()[0] ?? Number.NaN;
}

/** Three significant digits, at most two decimals. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toFixed(digits);
}

/** All figures as one table for a terminal. Pure. */
export function tableOf(findings: readonly Finding[]): string {
  const rows = findings.flatMap(({ judged }) =>
    judged.map(({ name, value, budget, met }) => [met ? 'met' : 'MISSED', name, shown(value), limitOf(budget), budget.what]),
  );
  const all = [['', 'figure', 'measured', 'limit', 'what'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
}

/** What was tried for a missed budget, and why it is missed; by its name in budgets.json. */
export type Tried = Readonly<Record<string, string>>;

/** Reads bench/tried.json. @throws if it is missing or not JSON */
export function readTried(): Tried {
  return JSON.parse(readFileSync(join(root, 'bench/tried.json'), 'utf8')) as Tried; // ours; a test checks its form
}

/** The Markdown record of one run of all benches. Pure. */
export function resultsOf(findings: readonly Finding[], facts: RunFacts, tried: Tried): string {
  const rows = findings.flatMap(({ judged }) =>
    judged.map(
      ({ name, value, budget, met, detail }) =>
        `| ${met ? 'met' : '**missed**'} | ${name}: ${budget.what} | ${shown(value)} | ${limitOf(budget)} | ${detail} |`,
    ),
  );
  const missed = findings.flatMap(({ judged }) => judged.filter(({ met }) => !met));
  return `# Results

Written by \`npm run bench -- --write\` from one run of all benches; do not edit, but for *Asked for by name*, which it leaves as it is. Ratios are taken within that run and are medians of its rounds;
the limits are those of \`budgets.json\`, which are never moved to fit a figure.

- ${facts.day}, commit ${facts.commit}, ${facts.minutes.toFixed(0)} minutes, ${facts.rounds} rounds
- ${facts.machine}; load average before the run ${facts.loadBefore.toFixed(2)}
- ${facts.flags}

| | figure | measured | limit | from |
|---|---|---|---|---|
${rows.join('\n')}

## Beside the budgets

${findings.flatMap(({ bench, notes }) => notes.map((note) => `- ${bench}: ${note}`)).join('\n')}

## Missed: what was tried, and why

${missed.length === 0 ? 'None.' : missed.map(({ name }) => `- **${name}**: ${tried[name] ?? 'nothing is written down of it yet.'}`).join('\n')}
`;
}

/** Start of the manually written part, about benches that a run of all excludes. */
const keptFrom = '\n## Asked for by name\n';

/** The new record with the manually written part of the previous one. Pure. */
export function withKept(text: string, before: string): string {
  const at = before.indexOf(keptFrom);
  return at === -1 ? text : `${text.trimEnd()}\n${before.slice(at)}`;
}

/** Writes the record. */
export function writeResults(text: string): void {
  const path = join(root, 'bench/RESULTS.md');
  writeFileSync(path, withKept(text, readFileSync(path, 'utf8')));
}
