import type { Result } from '../../../contracts/problem.ts';
import type { StoredLock } from '../../../store/storedLock.ts';
import type { MetaStore } from '../../../store/types.ts';

/** The record of the app lock on the disk. Writes run one after the other, each based on the previous result: two prepared in parallel would undo each other. */
export interface LockDisk {
  readonly read: () => Promise<Result<StoredLock | null>>;
  /** A new lock, or null to remove the one that stands. */
  readonly put: (lock: StoredLock | null) => Promise<Result<null>>;
  /** Changes an existing lock; a removed one stays removed. */
  readonly amend: (change: Partial<StoredLock>) => Promise<Result<null>>;
  /** Resolves when everything ordered so far was written. */
  readonly settled: () => Promise<unknown>;
}

/** Knows of no lock before the first read. */
export function createLockDisk(meta: Pick<MetaStore, 'readLock' | 'writeLock'>): LockDisk {
  let held: StoredLock | null = null;
  let writing: Promise<unknown> = Promise.resolve();
  const write = (change: () => StoredLock | null): Promise<Result<null>> => {
    const turn = writing.then(async () => {
      const changed = change();
      const written = await meta.writeLock(changed);
      if (written.ok) held = changed;
      return written;
    });
    writing = turn.catch(() => null); // a failed write must not block the next one
    return turn;
  };
  return {
    read: async () => {
      const read = await meta.readLock();
      if (read.ok) held = read.value;
      return read;
    },
    put: (lock) => write(() => lock),
    amend: (change) => write(() => (held === null ? null : { ...held, ...change })),
    settled: () => writing,
  };
}
