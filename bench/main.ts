import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { root } from '../scripts/root.mjs';
import { type AskedForName, askedForNames, type BenchName, benchNames } from './names.ts';
import type { Bench } from './support/bench.ts';
import { judge, limitOf, readBudgets } from './support/budgets.ts';
import { browserName } from './support/browser.ts';
import { type Finding, loadNow, machineName, readTried, resultsOf, shown, tableOf, writeResults } from './support/report.ts';

/**
 * `npm run bench [-- --only NAME[,NAME]] [--rounds N] [--quick] [--lock] [--write]`
 *
 * Runs the benches one after the other on the existing build, compares the figures with budgets.json, prints one table and fails on a
 * missed limit. `--write` records a run of all benches in RESULTS.md. `--quick` is for developing a bench: two rounds, short loads, no
 * result.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string' },
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    lock: { type: 'boolean', default: false },
  },
});
const { quick, write, lock: locked } = values;
const rounds = Number(values.rounds ?? (quick ? 2 : 5));
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds wants a whole number from 1 up');
const subscribed: readonly string[] = values.only?.split(',') ?? benchNames;
const known: readonly (BenchName | AskedForName)[] = [...benchNames, ...askedForNames];
for (const name of subscribed) if (!known.some((each) => each === name)) throw new Error(`no bench '${name}': ${known.join(', ')}`);
if (write && (quick || locked || rounds < 5 || !benchNames.every((name) => subscribed.includes(name))))
  throw new Error('--write records a whole run: all benches, five rounds or more, no lock');

/** Loaded on demand, because the sizes must not need a browser. */
const loaders: Readonly<Record<BenchName | AskedForName, () => Promise<Bench>>> = {
  sizes: async () => (await import('./benches/sizes.ts')).sizes,
  manifest: async () => (await import('./benches/manifest.ts')).manifest,
  verdict: async () => (await import('./benches/verdict.ts')).verdict,
  verifyPage: async () => (await import('./benches/verifyPage.ts')).verifyPage,
  files: async () => (await import('./benches/files.ts')).files,
  ingest: async () => (await import('./benches/ingest.ts')).ingest,
  streams: async () => (await import('./benches/streams.ts')).streamsBench,
  coldStart: async () => (await import('./benches/coldStart.ts')).coldStart,
  paint: async () => (await import('./benches/paint.ts')).paint,
  heap: async () => (await import('./benches/heap.ts')).heap,
  failover: async () => (await import('./failover/failover.ts')).failover,
};

const budgets = readBudgets();
const begun = performance.now();
const loadBefore = loadNow();
const flags = subscribed.every((name) => name === 'sizes' || name === 'failover') ? 'no browser' : browserName();
const facts = { machine: machineName(), day: new Date().toISOString().slice(0, 10), commit: commitName(), rounds, flags, loadBefore };
console.log(
  `${facts.day}, commit ${facts.commit}, ${rounds} ${rounds === 1 ? 'round' : 'rounds'}; ${facts.machine}; load average ${loadBefore.toFixed(2)}`,
);
console.log(flags);
if (locked) console.log('LOCK: with the app lock on, against the same budgets');
if (quick) console.log('QUICK: nothing here is a result');

const findings: Finding[] = [];
const broken: string[] = [];
for (const name of known.filter((each) => subscribed.includes(each))) {
  const tell = (line: string): void => console.log(`     ${name}: ${line}`);
  try {
    const run = await loaders[name]();
    const { figures, notes } = await run({ rounds, quick, locked, tell });
    const judged = judge(name, figures, budgets);
    for (const { met, name: figure, value, budget, detail } of judged)
      console.log(`${met ? 'ok  ' : 'MISS'} ${figure}: ${shown(value)} of ${limitOf(budget)} (${detail})`);
    for (const note of notes) tell(note);
    findings.push({ bench: name, judged, notes });
  } catch (failure) {
    // Keep the other benches' findings; the run fails anyway.
    console.error(`FAIL ${name}:`, failure);
    broken.push(name);
  }
}

console.log(`\n${tableOf(findings)}\n`);
const missed = findings.flatMap(({ judged }) => judged.filter(({ met }) => !met)).length;
const minutes = (performance.now() - begun) / 60_000;
if (write && broken.length === 0) writeResults(resultsOf(findings, { ...facts, minutes }, readTried()));
if (broken.length > 0) console.log(`Not measured: ${broken.join(', ')}.`);
console.log(missed === 0 ? 'Every budget that was measured is met.' : `${missed} ${missed === 1 ? 'budget is' : 'budgets are'} missed.`);
process.exitCode = missed === 0 && broken.length === 0 ? 0 : 1;

function commitName(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty', '--exclude', '*'], { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown'; // an unpacked archive
  }
}
