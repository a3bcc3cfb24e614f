import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createModuleGraph } from './moduleGraph.ts';
import { dealt, holdCourt, type Judgment, notAsked } from './mutation/court.ts';
import { coverageOf } from './mutation/coverage.ts';
import { createDice, drawn, shares } from './mutation/draw.ts';
import { explainedIn, isExplained } from './mutation/explained.ts';
import { closureKeys, contentKey, openKept } from './mutation/kept.ts';
import { mutantsOf } from './mutation/mutants.ts';
import { askedFor, distances } from './mutation/selection.ts';
import type { Numbered } from './mutation/woven.ts';
import { root } from './root.mjs';
import { platformTests, postgresTests } from './testKinds.mjs';

const usage = `Changes the sources in memory, one small change at a time, and runs the tests that reach the changed place: a change that no test notices shows what is not tested.

  npm run mutate -- [--seed N[,N…]] [--count N] [--only FOLDER] [--from N] [--to N] [--judges N] [--nodeOnly] [--known] [--again] [--list]

  --seed N,N    draws the same mutants again, for several seeds at once; without it one is drawn and printed
  --count N     how many for each seed, 400 unless said
  --only X      from files whose path begins with this alone
  --from N, --to N  a part of each draw, counted from 1: where the whole takes too long at once
  --judges N    processes that run tests side by side, 2 unless said
  --nodeOnly    leaves out tests that start a platform, and does not judge mutants that no other test reaches
  --known       asks only tests of which it is known what they reach; a mutant that none of them notices is not judged. For a first look
  --again       judges anew what was judged before over the same sources and tests (.cache/mutation)
  --list        prints the mutants and runs nothing

What docs/MUTATION.md explains does not count as a survivor.`;

const folders = ['src/domain', 'src/evidence', 'src/store', 'src/workers', 'server/http', 'server/identity', 'server/commands'];

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const { values } = parseArgs({
  options: {
    seed: text,
    count: text,
    only: text,
    from: text,
    to: text,
    judges: text,
    nodeOnly: flag,
    known: flag,
    again: flag,
    list: flag,
    help: flag,
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const filesUnder = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && !path.includes('node_modules/'))
    .sort();
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
const sourceOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** All mutants, numbered consecutively, by file. */
function all(): ReadonlyMap<string, readonly Numbered[]> {
  let id = 0;
  const paths = folders.flatMap(filesUnder).filter((path) => !isTest(path));
  return new Map(paths.map((path) => [path, mutantsOf(path, sourceOf(path)).map((mutant) => ({ ...mutant, id: id++ }))]));
}

/** Draws mutants by seed, distributed over the folders in proportion to their lines. */
function draw(mutants: ReadonlyMap<string, readonly Numbered[]>, seed: number, count: number, only: string): readonly Numbered[] {
  const dice = createDice(seed);
  const files = folders.map((folder) => [...mutants.keys()].filter((path) => path.startsWith(`${folder}/`) && path.startsWith(only)));
  const lines = files.map((paths) => paths.reduce((sum, path) => sum + sourceOf(path).split('\n').length, 0));
  const given = shares(count, lines);
  return files.flatMap((paths, index) =>
    drawn(
      paths.flatMap((path) => mutants.get(path) ?? []),
      given[index] ?? 0,
      dice,
    ),
  );
}

const oneLine = (source: string): string => source.replaceAll(/\s+/g, ' ');
const short = (source: string): string => (source.length > 90 ? `${source.slice(0, 87)}…` : source);
const named = ({ path, line, kind, was, becomes }: Numbered): string =>
  `${path}:${line} ${kind}: ${short(oneLine(was))} → ${short(oneLine(becomes))}`;

/** A stored verdict: the test that detected the mutant, or how many were run in vain. */
type Verdict = Pick<Judgment, 'by' | 'left'> & { readonly asked: number };
/** A detection stays valid while the detecting test and its dependencies are unchanged, whichever other tests exist. */
type KeptVerdict = Verdict & { readonly test?: string; readonly testKey?: string };

async function main(): Promise<void> {
  if (values.help === true) return say(usage);
  const seeds = (values.seed ?? String(Math.floor(Math.random() * 1_000_000))).split(',').map(Number);
  const count = Number(values.count ?? 400);
  const judges = Number(values.judges ?? 2);
  const [from, to] = [Number(values.from ?? 1), Number(values.to ?? count)];
  if (![...seeds, count, judges, from, to].every(Number.isInteger)) throw new Error(usage);

  const mutants = all();
  const draws = seeds.map((seed) => ({ seed, drawn: draw(mutants, seed, count, values.only ?? '').slice(from - 1, to) }));
  for (const { seed, drawn } of draws)
    say(`Seed ${seed}: ${drawn.length} mutants of ${folders.join(', ')}${values.nodeOnly === true ? ', judged by node tests alone' : ''}`);
  if (values.list === true) return draws.forEach(({ drawn }) => drawn.forEach((mutant) => say(named(mutant))));
  const wanted = [...new Map(draws.flatMap(({ drawn }) => drawn).map((one) => [one.id, one])).values()];

  const tests = ['src', 'server', 'scripts', 'tests'].flatMap(filesUnder).filter((path) => isTest(path) && !path.includes('.browser.'));
  const withPlatform = new Set([...platformTests(), ...postgresTests()]);
  const onlyPostgres = new Set(postgresTests().filter((path) => !platformTests().includes(path)));
  const graph = createModuleGraph(root);
  const far = distances(
    graph,
    tests.filter((test) => !onlyPostgres.has(test) && (values.nodeOnly !== true || !withPlatform.has(test))),
  );
  const asked = [...new Set(wanted.flatMap(({ path }) => [...(far.get(path)?.keys() ?? [])]))].sort();

  const keyOf = closureKeys(root, graph);
  const coverage = await coverageOf([...mutants.values()].flat(), asked, keyOf, values.known === true ? 0 : judges, say);

  const verdicts = openKept<KeptVerdict>(join(root, '.cache/mutation/verdicts'));
  const cases = wanted.map((mutant) => {
    const files = askedFor(mutant, far.get(mutant.path) ?? new Map(), coverage, (test) => withPlatform.has(test));
    const { id, path, start, end, kind, becomes } = mutant;
    const key = [path, start, end, kind, becomes, contentKey(sourceOf(path))].join(' ');
    const wholeKey = [key, ...files.map((file) => keyOf(file.path))].join(' ');
    const noticed = verdicts.get(key);
    const known = noticed?.test !== undefined && keyOf(noticed.test) === noticed.testKey ? noticed : verdicts.get(wholeKey);
    /** True if the coverage of all tests that might detect it is known. */
    const isWhole = [...(far.get(path)?.keys() ?? [])].every((test) => coverage.has(test));
    return { id, mutant, files, key, wholeKey, isWhole, known: values.again === true ? undefined : known };
  });
  const byId = new Map(cases.map((one) => [one.id, one]));
  const caseOf = (id: number) => byId.get(id) ?? notAsked();
  const found = new Map<number, Verdict>();
  for (const { id, files, known } of cases)
    if (files.length === 0) found.set(id, { by: null, asked: 0, left: 0 });
    else if (known !== undefined) found.set(id, known);
  const open = cases.filter(({ id }) => !found.has(id));
  say(`${wanted.length} mutants, ${open.length} to be judged`);
  await Promise.all(
    dealt(open, judges).map((part) =>
      holdCourt(
        { mutants: wanted, cover: [], cases: part.map(({ id, files }) => ({ id, files })) },
        {
          covered: notAsked,
          judged: ({ id, by, asked: files, left }) => {
            const { mutant, key, wholeKey } = caseOf(id);
            const verdict = { by, asked: files.length, left };
            found.set(id, verdict);
            const test = by?.split(': ')[0];
            if (test === undefined) verdicts.set(wholeKey, verdict);
            else verdicts.set(key, { ...verdict, test, testKey: keyOf(test) });
            say(
              `${found.size}/${wanted.length} ${by === null ? 'survived' : 'killed'}: ${named(mutant)}${by === null ? '' : ` | ${short(by)}`}`,
            );
          },
          dismissed: (id, path, failed) => say(`not asked, since it fails without ${named(caseOf(id).mutant)} too: ${path}: ${failed}`),
        },
      ),
    ),
  );

  const explained = explainedIn(sourceOf('docs/MUTATION.md'));
  const verdictOf = ({ id }: Numbered): Verdict => found.get(id) ?? notAsked();
  let survivorsInAll = 0;
  for (const { seed, drawn } of draws) {
    const judged = drawn.filter((one) => {
      const { by, asked: files } = verdictOf(one);
      return by !== null || (caseOf(one.id).isWhole && (values.nodeOnly !== true || files > 0));
    });
    const alive = judged.filter((one) => verdictOf(one).by === null);
    const survivors = alive.filter((one) => !isExplained(explained, one));
    survivorsInAll += survivors.length;
    say('');
    for (const one of survivors) {
      const { asked: files, left } = verdictOf(one);
      say(
        `survived: ${named(one)} (${files === 0 ? 'no test reaches it' : `${files} test files asked${left > 0 ? `, ${left} more not` : ''}`})`,
      );
    }
    const counted = judged.length - (alive.length - survivors.length);
    const killed = counted - survivors.length;
    const unjudged = drawn.length - judged.length;
    say(
      `Seed ${seed}: ${killed} of ${counted} killed (${((100 * killed) / Math.max(1, counted)).toFixed(1)} %), ${survivors.length} survived, ${alive.length - survivors.length} explained${unjudged > 0 ? `, ${unjudged} not judged` : ''}.`,
    );
  }
  process.exitCode = survivorsInAll === 0 ? 0 : 1;
}

await main();
