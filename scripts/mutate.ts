import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createModuleGraph } from './moduleGraph.ts';
import { createCourt } from './mutation/court.ts';
import { createDice, drawn, shares } from './mutation/draw.ts';
import { explainedIn, isExplained } from './mutation/explained.ts';
import { type Mutant, mutantsOf, mutated } from './mutation/mutants.ts';
import { batchesFor, distances } from './mutation/selection.ts';
import { root } from './root.mjs';
import { platformTests, postgresTests } from './testKinds.mjs';

const usage = `Changes the sources in memory, one small change at a time, and runs the tests that import the changed file: a change that no test notices shows what is not tested.

  npm run mutate -- [--seed N] [--count N] [--only FOLDER] [--from N] [--to N] [--judges N] [--nodeOnly] [--list]

  --seed N      draws the same mutants again; without it one is drawn and printed
  --count N     how many, 400 unless said
  --only X      from files whose path begins with this alone
  --from N, --to N  a part of the draw, counted from 1: where the whole takes too long at once
  --judges N    processes that run tests side by side, 2 unless said
  --nodeOnly    leaves out tests that start a platform, and does not judge files that only those need
  --list        prints the mutants and runs nothing

What docs/MUTATION.md explains does not count as a survivor.`;

const folders = ['src/domain', 'src/evidence', 'src/store', 'src/workers', 'server/http', 'server/identity', 'server/commands'];
/** A mutant whose tests are not done by then counts as killed where they hang, and as survived where there were only too many of them. */
const limitMs = 60_000;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const { values } = parseArgs({
  options: { seed: text, count: text, only: text, from: text, to: text, judges: text, nodeOnly: flag, list: flag, help: flag },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const filesUnder = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && !path.includes('node_modules/'))
    .sort();
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
const sourceOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Mutants by folder in the share of its lines, drawn by the seed. */
function draw(seed: number, count: number, only: string): readonly Mutant[] {
  const dice = createDice(seed);
  const files = folders.map((folder) => filesUnder(folder).filter((path) => !isTest(path) && path.startsWith(only)));
  const lines = files.map((paths) => paths.reduce((sum, path) => sum + sourceOf(path).split('\n').length, 0));
  const given = shares(count, lines);
  return files.flatMap((paths, index) =>
    drawn(
      paths.flatMap((path) => mutantsOf(path, sourceOf(path))),
      given[index] ?? 0,
      dice,
    ),
  );
}

const oneLine = (source: string): string => source.replaceAll(/\s+/g, ' ');
const short = (source: string): string => (source.length > 90 ? `${source.slice(0, 87)}…` : source);
const named = ({ path, line, kind, was, becomes }: Mutant): string =>
  `${path}:${line} ${kind}: ${short(oneLine(was))} → ${short(oneLine(becomes))}`;

async function main(): Promise<void> {
  if (values.help === true) return say(usage);
  const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed);
  const count = Number(values.count ?? 400);
  const judges = Number(values.judges ?? 2);
  const [from, to] = [Number(values.from ?? 1), Number(values.to ?? count)];
  if (![seed, count, judges, from, to].every(Number.isInteger)) throw new Error(usage);

  const tests = ['src', 'server', 'scripts', 'tests'].flatMap(filesUnder).filter((path) => isTest(path) && !path.includes('.browser.'));
  const started = new Set([...platformTests(), ...postgresTests()]);
  const needsPlatform = (test: string): boolean => started.has(test);
  const onlyPostgres = new Set(postgresTests().filter((path) => !platformTests().includes(path)));
  const graph = createModuleGraph(root);
  const far = distances(
    graph,
    tests.filter((test) => !onlyPostgres.has(test) && (values.nodeOnly !== true || !needsPlatform(test))),
  );

  const mutants = draw(seed, count, values.only ?? '');
  say(`Seed ${seed}: ${mutants.length} mutants of ${folders.join(', ')}${values.nodeOnly === true ? ', judged by node tests alone' : ''}`);
  if (values.list === true) return mutants.forEach((mutant) => say(named(mutant)));

  const took = new Map<string, number>();
  const courts = Array.from({ length: judges }, () => createCourt());
  const explained = explainedIn(sourceOf('docs/MUTATION.md'));
  const survivors: Mutant[] = [];
  let killed = 0;
  let reasons = 0;
  let unjudged = 0;

  /** Tests that have passed without a change, or with one: what fails in any case notices nothing. */
  const sound = new Set<string>();

  /** Whether tests notice it. */
  const isNoticed = async (court: (typeof courts)[number], mutant: Mutant): Promise<boolean> => {
    const change = { path: mutant.path, source: mutated(sourceOf(mutant.path), mutant) };
    const near = far.get(mutant.path) ?? new Map<string, number>();
    const kinds = [false, true].map((platform) => new Map([...near].filter(([test]) => needsPlatform(test) === platform)));
    const end = performance.now() + limitMs;
    for (const kind of kinds) {
      for (const batch of batchesFor(mutant.path, kind, took, limitMs)) {
        const left = end - performance.now();
        if (left < 1_000) return false;
        const verdict = await court.ask({ change, tests: batch }, left);
        if (verdict !== null && verdict.failed === null) {
          for (const [test, ms] of Object.entries(verdict.took)) took.set(test, ms);
          for (const test of batch) sound.add(test);
          continue;
        }
        // No end within the limit is a loop only where there was time for the tests several times over; else they were too many, or the machine too busy.
        const usual = batch.reduce((sum, test) => sum + (took.get(test) ?? 0), 0);
        if (verdict === null && left < 5_000 + 3 * usual) return false;
        if (batch.every((test) => sound.has(test))) return true;
        const begun = performance.now();
        const whole = await court.ask({ change: null, tests: batch }, limitMs);
        if (verdict === null && 2 * (performance.now() - begun) > left) return false;
        if (whole !== null && whole.failed === null) {
          for (const test of batch) sound.add(test);
          return true;
        }
        say(`  not asked, since it fails without a change too: ${batch.join(' ')}: ${whole?.failed ?? 'no end'}`);
      }
    }
    return false;
  };

  const waiting = mutants.map((mutant, index) => ({ mutant, index })).slice(from - 1, to);
  const work = async (court: (typeof courts)[number]): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { mutant, index } = next;
      if (values.nodeOnly === true && !far.has(mutant.path)) {
        unjudged += 1;
        continue;
      }
      const begun = performance.now();
      const noticed = await isNoticed(court, mutant);
      const known = !noticed && isExplained(explained, mutant);
      if (noticed) killed += 1;
      else if (known) reasons += 1;
      else survivors.push(mutant);
      const end = noticed ? 'killed' : known ? 'explained' : 'SURVIVED';
      say(`${index + 1}/${mutants.length} ${end} in ${((performance.now() - begun) / 1000).toFixed(1)} s: ${named(mutant)}`);
    }
    court.close();
  };
  await Promise.all(courts.map(work));

  say('');
  for (const mutant of survivors) say(`survived: ${named(mutant)}`);
  const judged = killed + survivors.length;
  say(
    `Seed ${seed}: ${killed} of ${judged} killed (${((100 * killed) / Math.max(1, judged)).toFixed(1)} %), ${survivors.length} survived, ${reasons} explained${unjudged > 0 ? `, ${unjudged} not judged` : ''}.`,
  );
  process.exitCode = survivors.length === 0 ? 0 : 1;
}

await main();
