import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hashOfInputs } from './inputs.mjs';
import { install } from './install.mjs';
import { replaceBuild } from './keptAssets.mjs';
import { bundleCommand } from './oneFile.mjs';
import { precompress } from './precompress.mjs';
import { root } from './root.mjs';
import { sbom } from './sbom.mjs';
import { licencesText, packageFolderOf, platformPackages } from './shipped.mjs';

const dist = join(root, 'dist');
const record = join(dist, 'build.json');

/**
 * Name of a build: its time, so that builds compare by age as text (the platform's minimum build, D-30), and the git commit if there is
 * one.
 * @param {Date} now
 */
function nameBuild(now) {
  const time = timeName(now);
  try {
    const commit = execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    return `${time}-${commit}`;
  } catch {
    return time; // an unpacked archive, or no git on this machine
  }
}

/** A time in UTC to the second, so that names sort by age. @param {Date} moment */
function timeName(moment) {
  return moment.toISOString().replace(/[-:]/g, '').replace('T', '.').slice(0, 15);
}

/** Name of the build in dist/, from its record, or from its age if a build was interrupted before it wrote one. */
function nameOfServed() {
  if (existsSync(record)) return String(JSON.parse(readFileSync(record, 'utf8')).build);
  const shell = join(dist, 'web/index.html');
  return existsSync(shell) ? timeName(statSync(shell).mtime) : '';
}

/** True if dist/ was built from the current sources. */
export function isBuilt() {
  if (!existsSync(record)) return false;
  return JSON.parse(readFileSync(record, 'utf8')).inputs === hashOfInputs();
}

/**
 * Runs a tool, and shows its output only if it failed.
 * @param {string} name
 * @param {string[]} argv
 * @param {Record<string, string>} env
 * @returns {Promise<void>}
 */
function step(name, argv, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, argv, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${printed}\n${name} failed with code ${code}.`))));
  });
}

/**
 * Builds console and platform into dist/ and records the inputs. The record is written last, so an interrupted build counts as stale. The
 * console is built in another folder and moved into place when complete, so that a failing build removes nothing.
 */
export async function build() {
  const inputs = hashOfInputs();
  const build = nameBuild(new Date());
  const next = join(dist, 'next');
  const noted = join(dist, 'shipped.json');
  mkdirSync(dist, { recursive: true });
  await step(
    'The build of the console',
    ['node_modules/vite/bin/vite.js', 'build', '--outDir', next, '--emptyOutDir', '--logLevel', 'warn'],
    {
      UKWELI_BUILD: build,
      UKWELI_SHIPPED: noted,
    },
  );
  const before = nameOfServed();
  rmSync(record, { force: true });
  renameSync(join(next, '.vite/manifest.json'), join(dist, 'chunks.json'));
  rmSync(join(next, '.vite'), { recursive: true, force: true });
  const command = (await bundleCommand(join(dist, 'ukweli-verify.mjs'))).map(packageFolderOf).filter((folder) => folder !== null);
  writeFileSync(
    join(next, 'licences.txt'),
    licencesText([
      { where: 'the console', folders: JSON.parse(readFileSync(noted, 'utf8')) },
      { where: 'the platform', folders: await platformPackages() },
      { where: 'the command that checks proofs', folders: command },
    ]),
  );
  writeFileSync(join(dist, 'sbom.json'), sbom(build));
  await precompress(next);
  replaceBuild({ next, web: join(dist, 'web'), kept: join(dist, 'kept') }, before);
  rmSync(join(dist, 'server'), { recursive: true, force: true });
  // The platform is transpiled file by file, not bundled: PGlite breaks in a bundle (FINDINGS), and its worker threads are located relative
  // to the files that start them.
  await step('The build of the platform', ['node_modules/typescript/bin/tsc', '-p', 'server/tsconfig.build.json'], {});
  writeFileSync(record, `${JSON.stringify({ build, inputs })}\n`);
  console.log(`Built ${build}.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  install();
  if (process.argv.includes('--if-stale') && isBuilt()) console.log('dist/ is up to date.');
  else {
    await build().catch((failure) => {
      console.error(failure.message);
      process.exitCode = 1;
    });
  }
}
