import { spawnSync } from 'node:child_process';
import { ensureChromium } from './browser.mjs';
import { build, isBuilt } from './build.mjs';
import { install } from './install.mjs';
import { root } from './root.mjs';

// `npm run e2e [-- FILE …]`: only the end-to-end tests, on an up-to-date build.
install();
await ensureChromium();
if (!isBuilt()) await build();
const done = spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = done.status ?? 1;
