// Shows that the liar test detects lies (docs/CLAIMS.md): builds a copy of the repository in which one kind of claim, chosen at run time,
// always says yes. For twelve kinds the liar test must then fail and name the kind. `npm run liar:bite`. The product's code is not
// involved.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/root.mjs';

/**
 * The platform's next answer would repair changed rows within seconds: cut the link first, so that the lie outlasts the liar test's
 * allowed delay.
 */
const changedHere = 'link refused,rows changed on the device';

/**
 * Per kind: the screen to start on, the steps to do first, and the table of which a row is then changed. `nothing ages`: no claim ever
 * turns into the past tense.
 */
const kinds: Readonly<Record<string, { readonly path: string; readonly first?: string; readonly said?: string; readonly table?: string }>> =
  {
    link: { path: '/', first: 'link refused' },
    live: { path: '/', first: 'link refused' },
    kpi: { path: '/', first: 'halted by another' },
    stage: { path: '/operations/pipeline' },
    withinSlo: { path: '/operations/pipeline' },
    component: { path: '/system/health', first: 'halted by another' },
    health: { path: '/system/health', first: 'halted by another' },
    record: { path: '/operations/verifications' },
    sold: { path: '/finance/dgn' },
    processing: { path: '/system/incidents', first: 'halted by another' },
    resolved: { path: '/system/incidents' },
    agentActive: { path: '/insights/ai-governance' },
    approved: { path: '/insights/ai-governance' },
    verified: { path: '/finance/rbf', first: changedHere, table: 'payments' },
    signatures: { path: '/finance/rbf', first: changedHere, table: 'payments' },
    chainIntact: { path: '/operations/verifications', first: changedHere, table: 'chain' },
    recordIntact: { path: '/system/audit', first: changedHere, table: 'auditRecords' },
    sent: { path: '/system/incidents', first: 'link refused,incident noted here' },
    promoted: { path: '/operations/dlq', first: 'link refused,letter promoted here' },
    'nothing ages': { path: '/system/health', first: 'halted by another', said: 'component|health' },
  };
const house = mkdtempSync(join(tmpdir(), 'ukweli-liar-'));
const node = (argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  spawnSync(process.execPath, argv, { cwd: house, encoding: 'utf8', env: { ...process.env, ...env }, maxBuffer: 1 << 28 });
try {
  execFileSync('tar', ['-x', '-C', house], { input: execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: 1 << 30 }) });
  symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'));
  // One build contains every lie, chosen at run time. A claim's as-of time stays: a lie with an honest age is a lie too.
  const chosen = (name: string): string => `(globalThis as any).localStorage?.getItem('liar-bites') === ${name}`; // Only in the copy's source.
  const patches = [
    {
      file: 'src/domain/claims/judgement.ts',
      honest: 'return (about, evidence) => ({ kind, about, ...judge(evidence) }) as Claim<Kind>;',
      lying: `return (about, evidence) => {
    const told = { kind, about, ...judge(evidence) };
    return (${chosen('kind')} ? { ...told, answer: 'yes', look: 'ok' } : told) as unknown as Claim<Kind>; // the copy's text alone
  };`,
    },
    {
      file: 'src/domain/claims/judgement.ts',
      honest: "if (freshness.kind === 'never') return unknown('Not known');",
      lying: `if (${chosen("'nothing ages'")}) return now;
  if (freshness.kind === 'never') return unknown('Not known');`,
    },
  ];
  for (const { file, honest, lying } of patches) {
    const place = join(house, file);
    const source = readFileSync(place, 'utf8');
    if (!source.includes(honest)) throw new Error(`${file} says it in another way by now: tell this script how`);
    writeFileSync(place, source.replace(honest, lying));
  }
  for (const step of [['scripts/build.mjs'], ['node_modules/tsx/dist/cli.mjs', 'e2e/support/seedNow.ts']]) {
    const done = node(step);
    if (done.status !== 0) throw new Error(`${step.join(' ')}: ${done.stderr}`);
  }
  const asked = process.argv.slice(2);
  let missed = 0;
  for (const [kind, { path, first, table, said: names = kind }] of Object.entries(kinds).filter(
    ([name]) => asked.length === 0 || asked.includes(name),
  )) {
    const began = Date.now();
    const { status, stdout } = node(
      ['node_modules/playwright/cli.js', 'test', 'e2e/liar/liar.e2e.ts', '--project=waiting', '-x', '--grep', 'admin|bank'],
      {
        LONG_TESTS: '1',
        LIAR_BITE: kind,
        LIAR_PATH: path,
        ...(first !== undefined && { LIAR_FIRST: first }),
        ...(table !== undefined && { LIAR_TABLE: table }),
        LIAR_SEED: '1',
        LIAR_COUNT: '16',
      },
    );
    const said = new RegExp(`^\\s*((?:${names}) of .*)$`, 'mu').exec(stdout)?.[1];
    const bites = status !== 0 && said !== undefined;
    if (!bites) missed += 1;
    console.log(`${bites ? 'red ' : 'GREEN'} ${kind}, ${Math.round((Date.now() - began) / 1000)} s: ${said ?? stdout.slice(-400)}`);
  }
  console.log(missed === 0 ? 'The liar bites on each.' : `${missed} went unnoticed.`);
  process.exitCode = missed === 0 ? 0 : 1;
} finally {
  rmSync(house, { recursive: true, force: true });
}
