import { build, isBuilt } from './build.mjs';
import { install } from './install.mjs';

// `npm start` (D-2): on a fresh clone, with only Node and npm, installs what is missing, builds what is stale and runs the platform in this
// process, so that signals reach it.
install();
if (!isBuilt()) {
  console.log('Building …');
  await build().catch((failure) => {
    console.error(failure.message);
    process.exit(1);
  });
}
// npm runs scripts through a shell; a signal to npm ends the shell without reaching this process, which would keep port and data folder as
// an orphan. So end when the parent changes.
if (process.env.npm_lifecycle_event === 'start' && process.platform !== 'win32') {
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}
process.setSourceMapsEnabled(true);
process.env.NODE_ENV ??= 'production';
const main = '../dist/server/server/main.js'; // made by the build above, so no compiler can resolve it
await import(main);
