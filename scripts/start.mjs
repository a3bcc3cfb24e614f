import { build, isBuilt } from './build.mjs';
import { install } from './install.mjs';

// `npm start` (D-2): on a fresh clone, with nothing but Node and npm, installs what is missing, builds what is stale and runs the platform in this very
// process, so that a signal sent here reaches it.
install();
if (!isBuilt()) {
  console.log('Building …');
  await build().catch((failure) => {
    console.error(failure.message);
    process.exit(1);
  });
}
// npm runs scripts through a shell, and a signal sent to npm ends that shell without reaching us: an orphan would keep port and data folder. No orphan then.
if (process.env.npm_lifecycle_event === 'start' && process.platform !== 'win32') {
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}
process.setSourceMapsEnabled(true);
process.env.NODE_ENV ??= 'production';
const main = '../dist/server/server/main.js'; // made by the build above: no compiler can follow it
await import(main);
