import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/root.mjs';
import { runServer } from './serverProcess.ts';

/** Seeding takes seconds and gives the same every time: it is done once for each build, and every test copies the folder. Asked when it is needed: stories are listed before anything is built. */
function seededFolder(): string {
  const { inputs } = JSON.parse(readFileSync(join(root, 'dist/build.json'), 'utf8')) as { readonly inputs: string }; // our own record
  return join(root, '.cache/e2e', `seed-${inputs.slice(0, 16)}`);
}

/** A data folder of its own holding the demo seed, for one test's platform. */
export async function copySeededFolder(): Promise<string> {
  await makeSeeded();
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-e2e-'));
  cpSync(seededFolder(), folder, { recursive: true });
  return folder;
}

/** The folder's lock is a socket: it belongs to the server that holds it and cannot be copied. */
const isNoSocket = (path: string): boolean => !lstatSync(path).isSocket();

/** Seeds unless that is done for this build. */
export async function makeSeeded(): Promise<void> {
  const seeded = seededFolder();
  if (existsSync(seeded)) return;
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-seed-'));
  const server = await runServer({ dataDir: folder });
  await server.end('SIGTERM'); // in good order: what is copied must be whole
  mkdirSync(join(seeded, '..'), { recursive: true });
  try {
    cpSync(folder, `${seeded}.${process.pid}`, { recursive: true, filter: isNoSocket });
    renameSync(`${seeded}.${process.pid}`, seeded);
  } catch (failure) {
    rmSync(`${seeded}.${process.pid}`, { recursive: true, force: true });
    // Another worker of the runner was first: its folder is as good.
    if (!existsSync(seeded)) throw failure;
  }
  rmSync(folder, { recursive: true, force: true });
}
