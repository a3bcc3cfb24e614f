import { spawn } from 'node:child_process';
import { install } from './install.mjs';
import { root } from './root.mjs';

// `npm run dev`: the platform from its sources, restarted on every change, behind Vite. Browsers use Vite's address, so that is the
// platform's PUBLIC_URL, used for cookies, the provider's URLs and the Origin check.
install();
const platformPort = process.env.PLATFORM_PORT ?? '4174';
const children = [
  spawn(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: platformPort, PUBLIC_URL: 'http://localhost:5173' },
  }),
  spawn(process.execPath, ['node_modules/vite/bin/vite.js'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PLATFORM_URL: `http://127.0.0.1:${platformPort}` },
  }),
];
const stop = () => children.forEach((child) => child.kill('SIGTERM'));
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, stop);
for (const child of children) child.once('exit', stop);
