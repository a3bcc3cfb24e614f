import { chmodSync, type Dirent, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What others on this machine may do: none of these bits stands on anything of the platform's (G-21). */
const others = 0o077;

/** Folders within the data folder in which the platform keeps what nobody else may read: the database, keys, letters. */
const rooms = ['db', 'keys', 'mailbox'] as const;

/** The data folder is open to others on this machine, and that cannot be changed: nothing is started. The message says what to do. */
export class FolderOpen extends Error {
  constructor(folder: string, why: string) {
    super(
      `Others on this machine can get at the data folder ${folder}: ${why}. Its database, keys and letters are nobody else's. Give it to the platform's user alone (chown, chmod 700), or name another, such as a new folder within it, with DATA_DIR.`,
    );
    this.name = 'FolderOpen';
  }
}

/** Has whatever this process writes from now on be its user's alone: a mode that a program forgets to name lets everybody read (the embedded database's files do). */
export function keepToOneself(): void {
  process.umask(others);
}

/**
 * Makes the data folder where there is none, and takes it and what lies in it out of everybody else's reach, as PostgreSQL wants its own: one that was there before (a mounted volume, a
 * copy) keeps the modes it came with.
 * @param change sets a mode; tests have a file system that takes none
 * @throws FolderOpen where the folder, or one of the platform's own in it, is somebody else's or stays open
 */
export function takeOwnFolder(folder: string, change: typeof chmodSync = chmodSync): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Windows has no such modes: a folder has the rights of the one it lies in.
  if (process.getuid === undefined) return;
  const closing = { folder, uid: process.getuid(), change };
  close(folder, closing);
  const within = new Map(entries(folder).map((entry) => [entry.name, entry]));
  for (const room of rooms) if (within.get(room)?.isDirectory()) close(join(folder, room), closing);
  closeWithin(folder, closing);
}

/** The data folder, whose it has to be, and how modes are set. */
interface Closing {
  readonly folder: string;
  readonly uid: number;
  readonly change: typeof chmodSync;
}

/** Closes one folder to others, and looks whether it is. */
function close(path: string, { folder, uid, change }: Closing): void {
  const named = path === folder ? 'it' : path;
  const { uid: owner, mode } = statSync(path);
  if (owner !== uid) throw new FolderOpen(folder, `${named} belongs to the user with the number ${owner}, the platform runs as ${uid}`);
  if ((mode & others) === 0) return;
  const failure = attempt(() => change(path, 0o700));
  const left = statSync(path).mode & 0o777;
  // A file system without modes (FAT, a share) takes chmod and does nothing.
  if ((left & others) !== 0)
    throw new FolderOpen(folder, `${named} has the mode ${left.toString(8)}, which ${failure ?? 'its file system does not let go of'}`);
}

/** Files lie behind a closed door by now; closed themselves they stay so wherever the folder is copied or moved to. What is another's is left as it is. */
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

/** What lies in a folder; nothing where it is another's and closed (a volume's `lost+found`). */
function entries(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** What went wrong, in the system's own word; null where it was done. */
function attempt(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (failure) {
    return `cannot be changed (${(failure as NodeJS.ErrnoException).code})`; // of the system's calls
  }
}
