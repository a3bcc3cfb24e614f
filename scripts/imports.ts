import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cyclesIn, type Import, importRules } from './importRules.ts';
import { root } from './root.mjs';
import { parse } from './syntax.ts';

/** An import that a rule forbids. */
export interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

/** What was read, and what of it a rule forbids. */
export interface ImportFindings {
  readonly violations: readonly Violation[];
  /** Every file that was read. */
  readonly modules: readonly string[];
  readonly imports: readonly Import[];
}

const folders = ['src', 'server', 'scripts', 'e2e', 'tests'];

/**
 * Checks every import under these folders, types included, against `importRules`.
 * @param base the tree to check
 * @param within its folders that exist
 * @throws if a file is not valid TypeScript
 */
export function checkImports(base: string = root, within: readonly string[] = folders): ImportFindings {
  const modules = within.flatMap((folder) =>
    readdirSync(join(base, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /\.(tsx?|mjs)$/.test(path) && !path.endsWith('.d.ts') && !path.includes('node_modules/'))
      .sort(),
  );
  const listed = packagesOf(base);
  const imports = modules.flatMap((from) =>
    parse(from, readFileSync(join(base, from), 'utf8')).taken.flatMap(({ specifier, typesOnly }) => {
      const found = resolve(base, from, specifier, listed);
      return found === null ? [] : [{ ...found, from, typesOnly }];
    }),
  );
  const violations = [
    ...imports.flatMap((found) =>
      importRules.filter(({ forbids }) => forbids(found)).map(({ name }) => ({ rule: name, from: found.from, to: found.to })),
    ),
    ...cyclesIn(imports).map((cycle) => ({ rule: 'no-cycles', from: cycle[0] ?? '', to: cycle.slice(1).join(' → ') || (cycle[0] ?? '') })),
  ];
  return { violations, modules, imports };
}

type Listed = ReadonlyMap<string, 'dependencies' | 'devDependencies'>;

function packagesOf(base: string): Listed {
  const read = JSON.parse(readFileSync(join(base, 'package.json'), 'utf8')) as Record<string, Record<string, string> | undefined>; // npm's own file
  return new Map(
    (['devDependencies', 'dependencies'] as const).flatMap((where) => Object.keys(read[where] ?? {}).map((name) => [name, where] as const)),
  );
}

/** What a specifier names; null for modules that the build makes. */
function resolve(base: string, from: string, specifier: string, listed: Listed): Omit<Import, 'from' | 'typesOnly'> | null {
  if (specifier.startsWith('virtual:')) return null;
  if (isBuiltin(specifier)) return { to: `node:${specifier.replace('node:', '')}`, kind: 'node', listed: null };
  const [bare = ''] = specifier.split('?');
  if (bare.startsWith('.')) {
    const to = posix.join(posix.dirname(from), bare);
    return { to, kind: existsSync(join(base, to)) ? 'own' : 'missing', listed: null };
  }
  const name = bare
    .split('/')
    .slice(0, bare.startsWith('@') ? 2 : 1)
    .join('/');
  const to = `node_modules/${name}`;
  return { to, kind: existsSync(join(base, to)) ? 'package' : 'missing', listed: listed.get(name) ?? null };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { violations, modules, imports } = checkImports();
  for (const { rule, from, to } of violations)
    console.error(
      `${from} → ${to}: ${rule}. ${importRules.find(({ name }) => name === rule)?.why ?? 'Two files that need each other at run time are one idea or a missing third.'}`,
    );
  console.log(`${modules.length} modules, ${imports.length} imports, ${violations.length} against the layering.`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
