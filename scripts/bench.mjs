import { spawnSync } from 'node:child_process';
import { build, isBuilt } from './build.mjs';
import { install } from './install.mjs';
import { root } from './root.mjs';

// `npm run bench`: the budgets of bench/budgets.json, measured on a build that is up to date.
install();
if (!isBuilt()) await build();
process.exitCode =
  spawnSync(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'bench/main.ts'], { cwd: root, stdio: 'inherit' }).status ?? 1;
