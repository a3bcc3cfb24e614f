import type { DeviceKeyStore, HeldKeys } from '../../src/store/deviceKeys.ts';

/** Where a browser keeps the key of its session, in memory; `fails` once the disk does. */
export interface MemoryDeviceKeys extends DeviceKeyStore {
  fails: boolean;
  /** A worker that stands still holds the lock over it: nobody has their turn. */
  stands: boolean;
  /** Its browser ended: whoever had their turn has it no more. */
  readonly free: () => void;
  readonly held: () => HeldKeys;
}

export function memoryDeviceKeys(): MemoryDeviceKeys {
  let keys: HeldKeys = { held: null, next: null };
  let turn: Promise<unknown> = Promise.resolve();
  const disk = async <T>(work: () => T): Promise<T> => {
    if (made.fails) throw new Error('the disk fails');
    return work();
  };
  const made: MemoryDeviceKeys = {
    fails: false,
    stands: false,
    free: () => void (turn = Promise.resolve()),
    held: () => keys,
    read: () => disk(() => keys),
    write: (next) => disk(() => void (keys = next)),
    remove: () => disk(() => void (keys = { held: null, next: null })),
    alone: (work) => {
      const mine = turn.then(async () => {
        while (made.stands) await new Promise((resolve) => setTimeout(resolve, 100));
        return work();
      });
      turn = mine.catch(() => {}); // one that threw keeps nobody from theirs
      return mine;
    },
  };
  return made;
}
