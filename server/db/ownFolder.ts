import { chmodSync, type Dirent, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Permission bits of group and others; no file or folder of the platform has any of them (G-21). */
const others = 0o077;

/** Folders in the data folder whose contents are private: database, keys, letters. */
const rooms = ['db', 'keys', 'mailbox'] as const;

/**
 * The data folder is open to other users of this machine and its mode cannot be changed, so the server does not start. The message says
 * what to do.
 */
export class FolderOpen extends Error {
  constructor(folder: string, why: string) {
    super(
      `Others on this machine can get at the data folder ${folder}: ${why}. Its database, keys and letters are nobody else's. Give it to the platform's user alone (chown, chmod 700), or name another, such as a new folder within it, with DATA_DIR.`,
    );
    this.name = 'FolderOpen';
  }
}

/**
 * Makes all files this process writes accessible to its own user only. Without it, files created without an explicit mode (such as the
 * embedded database's) are world-readable.
 */
export function keepToOneself(): void {
  process.umask(others);
}

/**
 * Creates the data folder if missing, and removes other users' access to it and its contents, as PostgreSQL requires for its own. A
 * folder that already exists (mounted volume, copy) may come with open modes.
 * @param change sets a mode; tests pass one that has no effect or fails
 * @throws FolderOpen if the folder, or a private folder in it, belongs to another user or stays open
 */
export function takeOwnFolder(folder: string, change: typeof chmodSync = chmodSync): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Windows has no such modes: a folder inherits the rights of its parent.
  if (process.getuid === undefined) return;
  const closing = { folder, uid: process.getuid(), change };
  close(folder, closing);
  const within = new Map(entries(folder).map((entry) => [entry.name, entry]));
  for (const room of rooms) if (within.get(room)?.isDirectory()) close(join(folder, room), closing);
  closeWithin(folder, closing);
}

/** The data folder, its required owner, and how modes are set. */
interface Closing {
  readonly folder: string;
  readonly uid: number;
  readonly change: typeof chmodSync;
}

/** Closes one folder to others and verifies the result. */
function close(path: string, { folder, uid, change }: Closing): void {
  const named = path === folder ? 'it' : path;
  const { uid: owner, mode } = statSync(path);
  if (owner !== uid) throw new FolderOpen(folder, `${named} belongs to the user with the number ${owner}, the platform runs as ${uid}`);
  if ((mode & others) === 0) return;
  const failure = attempt(() => change(path, 0o700));
  const left = statSync(path).mode & 0o777;
  // A file system without modes (FAT, a network share) accepts chmod and does nothing.
  if ((left & others) !== 0)
    throw new FolderOpen(folder, `${named} has the mode ${left.toString(8)}, which ${failure ?? 'its file system does not let go of'}`);
}

/**
 * Closes the contents too: the folder above already protects them here, but this way they stay closed wherever the folder is copied or
 * moved. Files of other users are left alone.
 */
function closeWithin(folder: string, closing: Closing): void {
  for (const entry of entries(folder)) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) continue;
    const { uid: owner, mode } = lstatSync(path);
    if (owner !== closing.uid) continue;
    if ((mode & others) !== 0) attempt(() => closing.change(path, mode & 0o700));
    if (entry.isDirectory()) closeWithin(path, closing);
  }
}

/** Entries of a folder; empty if it is another user's and closed (a volume's `lost+found`). */
function entries(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Runs `work`; returns the system's error code in a phrase, null on success. */
function attempt(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (failure) {
    return `cannot be changed (${(failure as NodeJS.ErrnoException).code})`; // thrown by system calls
  }
}
