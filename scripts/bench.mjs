import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, isBuilt } from './build.mjs';
import { ensureChromium } from './browser.mjs';
import { install } from './install.mjs';
import { root } from './root.mjs';

// `npm run bench [-- --only NAME] [--rounds N] [--quick]`: measures the budgets of bench/budgets.json on an up-to-date build.
install();
const argv = process.argv.slice(2);
const only = argv.includes('--only') ? (argv[argv.indexOf('--only') + 1] ?? '') : '';
const wants = (/** @type {string} */ name) => only === '' || only.split(',').includes(name);
// Sizes need no browser; failover runs no console and compiles the platform itself.
if (only !== 'sizes' && only !== 'failover') await ensureChromium();
if (wants('ingest')) installPeers();
if (only !== 'failover' && !isBuilt()) await build();
process.exitCode =
  spawnSync(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'bench/main.ts', ...argv], { cwd: root, stdio: 'inherit' }).status ?? 1;

/** The libraries that the console is compared with are installed in a separate folder, so that only benchmarks need them. */
function installPeers() {
  const folder = join(root, 'bench');
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return;
  console.log('Installing what the console is compared with (npm ci in bench/) …');
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  console.error('npm ci in bench/ failed; its message stands above.');
  process.exit(status ?? 1);
}
