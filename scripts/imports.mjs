import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './root.mjs';

/** @typedef {{ rule: string, from: string, to: string }} Violation */
/** @typedef {{ violations: Violation[], modules: string[], dependencyCount: number }} Findings */

const folders = ['src', 'server', 'scripts', 'e2e', 'tests'];

/** By absolute path, the specifiers that a file imports types from and nothing else. @type {Map<string, Set<string>>} */
const typesOnly = new Map();

/**
 * Makes swc, as the cruiser calls it, read .tsx files as such: a second trap after that of FINDINGS, for the cruiser never says what kind a file
 * is and stops at the first tag. On the way it notes the imports that vanish at run time, which the cruiser does not learn from swc.
 */
function teachSwc() {
  const swc = createRequire(import.meta.url)('@swc/core');
  const parse = swc.parseFileSync;
  if (parse.isTaught) return;
  const taught = (/** @type {string} */ path, /** @type {object} */ options) => {
    const tree = parse.call(swc, path, { ...options, tsx: path.endsWith('.tsx') });
    const kinds = new Map();
    for (const { source, typeOnly } of tree.body) {
      if (source) kinds.set(source.value, (kinds.get(source.value) ?? true) && typeOnly === true);
    }
    typesOnly.set(resolve(path), new Set([...kinds].filter(([, only]) => only).map(([specifier]) => specifier)));
    return tree;
  };
  swc.parseFileSync = Object.assign(taught, { isTaught: true });
}

/**
 * Checks the imports under a folder against .dependency-cruiser.mjs.
 * @param {string} [baseDir] the tree to check; the repository itself unless told
 * @param {string[]} [within] the folders of it that exist
 * @returns {Promise<Findings>}
 */
export async function checkImports(baseDir = root, within = folders) {
  teachSwc();
  const { cruise } = await import('dependency-cruiser');
  const { forbidden, options } = (await import('../.dependency-cruiser.mjs')).default;
  const { output } = await cruise(within, { ...options, baseDir, validate: true, ruleSet: { forbidden } });
  if (typeof output === 'string') throw new Error(output);

  const bySource = new Map(output.modules.map((module) => [module.source, module]));
  /** Whether one step of a cycle is there for the compiler only; two files may share types. */
  const vanishes = (/** @type {string} */ from, /** @type {string} */ to) =>
    (bySource.get(from)?.dependencies ?? [])
      .filter(({ resolved }) => resolved === to)
      .every(({ module }) => typesOnly.get(resolve(baseDir, from))?.has(module));
  const isReal = (/** @type {import('dependency-cruiser').IViolation} */ { cycle, from }) => {
    if (!cycle) return true;
    const round = [from, ...cycle.map(({ name }) => name)];
    return !round.slice(1).some((to, index) => vanishes(round[index] ?? '', to));
  };

  return {
    violations: output.summary.violations.filter(isReal).map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    modules: output.modules.map(({ source }) => source),
    dependencyCount: output.modules.reduce((sum, { dependencies }) => sum + dependencies.length, 0),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { violations, modules, dependencyCount } = await checkImports();
  for (const { rule, from, to } of violations) console.error(`${from} → ${to}: ${rule}`);
  console.log(`${modules.length} modules, ${dependencyCount} imports, ${violations.length} against the layering.`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
