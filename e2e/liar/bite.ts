// Shows that the liar bites (docs/CLAIMS.md): a copy of this house is built in which one kind of claim, chosen while it runs, says yes to everything; for each of ten kinds and two the liar
// must then fail and name it. `npm run liar:bite`. The product's own code knows nothing of it.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/root.mjs';

/** The kinds, each with the screen on which the liar begins. */
const kinds = {
  link: '/',
  live: '/',
  kpi: '/',
  stage: '/operations/pipeline',
  withinSlo: '/operations/pipeline',
  component: '/system/health',
  record: '/operations/verifications',
  paid: '/finance/rbf',
  sold: '/finance/dgn',
  processing: '/system/incidents',
  resolved: '/system/incidents',
  agentActive: '/insights/ai-governance',
};
const house = mkdtempSync(join(tmpdir(), 'ukweli-liar-'));
const node = (argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  spawnSync(process.execPath, argv, { cwd: house, encoding: 'utf8', env: { ...process.env, ...env }, maxBuffer: 1 << 28 });
try {
  execFileSync('tar', ['-x', '-C', house], { input: execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: 1 << 30 }) });
  symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'));
  const place = join(house, 'src/domain/claims/judgement.ts');
  const source = readFileSync(place, 'utf8');
  const honest = 'return (about, evidence) => ({ kind, about, ...judge(evidence) }) as Claim<Kind>;';
  if (!source.includes(honest)) throw new Error('judgement.ts is made in another way by now: tell this script how');
  const lying = `return (about, evidence) => {
    const told = { kind, about, ...judge(evidence) };
    const lies = (globalThis as any).localStorage?.getItem('liar-bites') === kind;
    return (lies ? { ...told, answer: 'yes', look: 'ok', at: null } : told) as unknown as Claim<Kind>;
  };`;
  writeFileSync(place, source.replace(honest, lying));
  for (const step of [['scripts/build.mjs'], ['node_modules/tsx/dist/cli.mjs', 'e2e/support/seedNow.ts']]) {
    const done = node(step);
    if (done.status !== 0) throw new Error(`${step.join(' ')}: ${done.stderr}`);
  }
  const asked = process.argv.slice(2);
  let missed = 0;
  for (const [kind, path] of Object.entries(kinds).filter(([name]) => asked.length === 0 || asked.includes(name))) {
    const began = Date.now();
    const { status, stdout } = node(
      ['node_modules/playwright/cli.js', 'test', 'e2e/liar.e2e.ts', '--project=waiting', '-x', '--grep', 'admin|bank'],
      {
        LONG_TESTS: '1',
        LIAR_BITE: kind,
        LIAR_PATH: path,
        LIAR_SEED: '1',
        LIAR_COUNT: '40',
      },
    );
    const said = new RegExp(`^\\s*(${kind} of .*)$`, 'mu').exec(stdout)?.[1];
    const bites = status !== 0 && said !== undefined;
    if (!bites) missed += 1;
    console.log(`${bites ? 'red ' : 'GREEN'} ${kind}, ${Math.round((Date.now() - began) / 1000)} s: ${said ?? stdout.slice(-400)}`);
  }
  console.log(missed === 0 ? 'The liar bites on each.' : `${missed} went unnoticed.`);
  process.exitCode = missed === 0 ? 0 : 1;
} finally {
  rmSync(house, { recursive: true, force: true });
}
