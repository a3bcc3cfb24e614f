import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** @typedef {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }> }} Needs */

/** Code that bundlers add themselves, by prefix of its module name. @type {readonly (readonly [string, string])[]} */
const ownParts = [
  ['\0vite/', 'node_modules/vite'],
  ['\0rolldown/', 'node_modules/rolldown'],
];

/**
 * The package folder of a module, `node_modules/a/node_modules/b`; null if it belongs to no package.
 * @param {string} module its path, or the name that a bundler gives it
 */
export function packageFolderOf(module) {
  const own = ownParts.find(([start]) => module.startsWith(start))?.[1];
  if (own !== undefined) return own;
  const path = module.replaceAll('\\', '/');
  return /(?:^|\/)((?:node_modules\/(?:@[^/]+\/)?[^/?]+\/(?:.*\/)?)?node_modules\/(?:@[^/]+\/)?[^/?]+)(?=\/|\?|$)/.exec(path)?.[1] ?? null;
}

/**
 * The modules that contribute to an esbuild output.
 * @param {import('esbuild').Metafile} metafile
 */
export function modulesIn({ outputs }) {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([path]) => path),
  );
}

/**
 * The named packages with all their dependencies, as folders of the lock file, limited to those installed: tools for other systems are
 * not.
 * @param {Iterable<string>} names
 * @param {Record<string, Needs>} packages of the lock
 * @param {(folder: string) => boolean} isHere
 * @returns {Set<string>}
 */
export function withAllTheyNeed(names, packages, isHere = (folder) => existsSync(join(root, folder))) {
  /** @type {Set<string>} */
  const found = new Set();
  /** Node's resolution: in the package itself, then outwards. @param {string} from @param {string} name @returns {string | undefined} */
  const nearest = (from, name) => {
    const folder = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
    if (folder in packages) return folder;
    return from === '' ? undefined : nearest(from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1)), name);
  };
  /** @param {string} from @param {string} name */
  const take = (from, name) => {
    const folder = nearest(from, name);
    if (folder === undefined || found.has(folder) || !isHere(folder)) return;
    found.add(folder);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[folder] ?? {};
    const peers = Object.keys(peerDependencies ?? {}).filter((peer) => peerDependenciesMeta?.[peer]?.optional !== true);
    for (const needed of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) take(folder, needed);
  };
  for (const name of names) take('', name);
  return found;
}

/**
 * The packages that the platform depends on. It is transpiled, not bundled, so they are shipped unchanged. @returns
 * {Promise<Set<string>>}
 */
export async function platformPackages() {
  const { build } = await import('esbuild');
  const sources = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('.d.ts') && !name.startsWith('testing/'));
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: sources.map((name) => `server/${name}`),
    outdir: 'nowhere',
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
    define: { __BUILD__: '""' },
  });
  const names = Object.values(metafile.outputs)
    .flatMap(({ imports }) => imports.filter(({ external }) => external === true))
    .map(({ path }) => path.split('/', path.startsWith('@') ? 2 : 1).join('/'))
    .filter((name) => !name.startsWith('node:'));
  return withAllTheyNeed(new Set(names), JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages);
}

/** Files with a package's licence terms and notices to pass on. */
const legalFile = /^(licen[cs]e|copying|notice|copyright)([.-].*)?$/i;

/**
 * A package's licence name and the texts that came with it.
 * @param {string} folder
 * @param {string} [top]
 */
export function licenceOf(folder, top = root) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(top, folder, 'package.json'), 'utf8'));
  const texts = readdirSync(join(top, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && legalFile.test(entry.name))
    .map((entry) => readFileSync(join(top, folder, entry.name), 'utf8').trim())
    .filter((text) => text !== '');
  const term = typeof license === 'string' ? license : (license?.type ?? null);
  // A package without any licence must not be shipped: fail the build.
  if (term === null && texts.length === 0) throw new Error(`${name} ${version} says nowhere under what licence it is.`);
  const holder = typeof author === 'string' ? author : author?.name;
  return {
    title: `${name} ${version}`,
    term: term ?? 'in its own words',
    texts: texts.length > 0 ? texts : [`It comes without a text of its licence${holder === undefined ? '' : `; its author is ${holder}`}.`],
  };
}

/**
 * Content of the licence file: each package once, with where it is shipped.
 * @param {{ where: string, folders: Iterable<string> }[]} parts
 * @param {string} [top]
 */
export function licencesText(parts, top = root) {
  /** @type {Map<string, { term: string, texts: string[], where: Set<string> }>} */
  const byTitle = new Map();
  for (const { where, folders } of parts)
    for (const folder of folders) {
      const { title, ...licence } = licenceOf(folder, top);
      const known = byTitle.get(title) ?? { ...licence, where: new Set() };
      known.where.add(where);
      byTitle.set(title, known);
    }
  const entries = [...byTitle]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, { term, texts, where }]) => `${title}\n${term}; in ${[...where].join(' and ')}\n\n${texts.join('\n\n')}`);
  const head = `Licences of the ${byTitle.size} packages that this build of the Ukweli Console ships, under the terms of their authors.`;
  return `${[head, ...entries].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
