import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { root } from '../scripts/root.mjs';
import { type BenchName, benchNames } from './names.ts';
import type { Bench } from './support/bench.ts';
import { judge, limitOf, readBudgets } from './support/budgets.ts';
import { browserName } from './support/browser.ts';
import { machineName, record, sectionOf, shown } from './support/report.ts';

/**
 * `npm run bench [-- --only NAME[,NAME]] [--rounds N] [--quick]`
 *
 * Runs the benches one after the other on the build as it is, holds what they measure against budgets.json, records each in RESULTS.md and
 * fails on a missed limit. `--quick` is for work on a bench: two rounds, short loads, nothing recorded.
 */
const { values } = parseArgs({
  options: { only: { type: 'string' }, rounds: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const { quick } = values;
const rounds = Number(values.rounds ?? (quick ? 2 : 5));
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds wants a whole number from 1 up');
const wanted = values.only?.split(',') ?? benchNames;
for (const name of wanted) if (!isBench(name)) throw new Error(`no bench '${name}': ${benchNames.join(', ')}`);

/** Loaded when wanted: the sizes must not need a browser. */
const loaders: Readonly<Record<BenchName, () => Promise<Bench>>> = {
  sizes: async () => (await import('./benches/sizes.ts')).sizes,
  manifest: async () => (await import('./benches/manifest.ts')).manifest,
  files: async () => (await import('./benches/files.ts')).files,
  ingest: async () => (await import('./benches/ingest.ts')).ingest,
  streams: async () => (await import('./benches/streams.ts')).streamsBench,
  paint: async () => (await import('./benches/paint.ts')).paint,
  heap: async () => (await import('./benches/heap.ts')).heap,
  coldStart: async () => (await import('./benches/coldStart.ts')).coldStart,
};

const budgets = readBudgets();
const facts = { machine: machineName(), day: new Date().toISOString().slice(0, 10), commit: commitName() };
console.log(`${facts.machine}${quick ? '; QUICK: nothing here is a result' : ''}`);
let missed = 0;
for (const name of benchNames.filter((each) => wanted.includes(each))) {
  const run = await loaders[name]();
  const outcome = await run({ rounds, quick, tell: (line) => console.log(`     ${name}: ${line}`) });
  const judged = judge(name, outcome.figures, budgets);
  for (const { met, name: figure, value, budget, detail } of judged) {
    if (!met) missed += 1;
    console.log(`${met ? 'ok  ' : 'MISS'} ${figure}: ${shown(value)} of ${limitOf(budget)} (${budget.what}; ${detail})`);
  }
  for (const note of outcome.notes) console.log(`     ${note}`);
  const flags = name === 'sizes' ? 'no flags' : browserName();
  const taken = name === 'sizes' ? 1 : rounds;
  if (!quick) record(name, sectionOf(name, judged, outcome.notes, { ...facts, flags, rounds: taken }), benchNames);
}
console.log(missed === 0 ? 'Every budget is met.' : `${missed} ${missed === 1 ? 'budget is' : 'budgets are'} missed.`);
process.exitCode = missed === 0 ? 0 : 1;

function isBench(name: string): name is BenchName {
  return benchNames.some((each) => each === name);
}

function commitName(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty', '--exclude', '*'], { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown'; // an unpacked archive
  }
}
