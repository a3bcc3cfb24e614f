import { createHash } from 'node:crypto';
import { existsSync, lstatSync, realpathSync, unlinkSync } from 'node:fs';
import { type Server, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeOwnFolder } from './ownFolder.ts';

/**
 * Takes exclusive hold of an embedded data folder, because two processes on one PGlite folder silently lose rows (FINDINGS). The lock is
 * a listening socket: the operating system closes it however the process ends, while a file with a process id would outlive a crash and
 * mean nothing across containers.
 * @throws FolderInUse if another process holds the folder
 */
export async function lockFolder(folder: string): Promise<{ release(): Promise<void> }> {
  takeOwnFolder(folder);
  const path = socketPath(realpathSync(folder));
  for (let attempt = 0; attempt < 3; attempt++) {
    const server = await listen(path);
    if (server !== null) return { release: () => new Promise((resolve) => server.close(() => resolve())) };
    const before = inodeOf(path);
    if (await answers(path)) throw new FolderInUse(folder);
    // Left behind by a killed process. Remove only that very file: a third process may just have replaced it.
    if (before !== null && inodeOf(path) === before) unlinkSync(path);
  }
  throw new FolderInUse(folder);
}

/** Another process holds the data folder (F-28). */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(`Another platform is running on the data folder ${folder}. Stop it, or choose another with DATA_DIR.`);
    this.name = 'FolderInUse';
  }
}

function socketPath(folder: string): string {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 24);
  if (process.platform === 'win32') return `\\\\.\\pipe\\ukweli-${name}`;
  const inside = join(folder, 'lock.sock');
  return Buffer.byteLength(inside) <= 100 ? inside : join(tmpdir(), `ukweli-${name}.sock`); // the system's limit for a socket path is 107 bytes
}

function listen(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (failure: NodeJS.ErrnoException) => (failure.code === 'EADDRINUSE' ? resolve(null) : reject(failure)));
    server.listen(path, () => {
      server.unref();
      resolve(server);
    });
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function inodeOf(path: string): number | null {
  return process.platform !== 'win32' && existsSync(path) ? lstatSync(path).ino : null;
}
