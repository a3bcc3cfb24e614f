import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/root.mjs';
import { runServer } from './serverProcess.ts';

/**
 * Seeding takes seconds and always gives the same result: it runs once per build, and every test copies the folder. Evaluated lazily:
 * tests are listed before the build.
 */
function seededFolder(): string {
  const { inputs } = JSON.parse(readFileSync(join(root, 'dist/build.json'), 'utf8')) as { readonly inputs: string }; // our own record
  return join(root, '.cache/e2e', `seed-${inputs.slice(0, 16)}`);
}

/** A copy of the demo seed as data folder for one test's platform. */
export async function copySeededFolder(): Promise<string> {
  await makeSeeded();
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-e2e-'));
  cpSync(seededFolder(), folder, { recursive: true });
  return folder;
}

/** The folder's lock is a socket, which belongs to the running server and cannot be copied. */
const isNoSocket = (path: string): boolean => !lstatSync(path).isSocket();

/** Seeds unless it is done for this build. */
export async function makeSeeded(): Promise<void> {
  const seeded = seededFolder();
  if (existsSync(seeded)) return;
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-seed-'));
  const server = await runServer({ dataDir: folder });
  await server.end('SIGTERM'); // A clean shutdown: the copied data must be complete.
  mkdirSync(join(seeded, '..'), { recursive: true });
  try {
    cpSync(folder, `${seeded}.${process.pid}`, { recursive: true, filter: isNoSocket });
    renameSync(`${seeded}.${process.pid}`, seeded);
  } catch (failure) {
    rmSync(`${seeded}.${process.pid}`, { recursive: true, force: true });
    // Another worker of the runner was first; its folder is the same.
    if (!existsSync(seeded)) throw failure;
  }
  rmSync(folder, { recursive: true, force: true });
}
