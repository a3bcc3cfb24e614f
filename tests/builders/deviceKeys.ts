import type { DeviceKeyStore, HeldKeys } from '../../src/store/deviceKeys.ts';

/** In-memory store of a browser's device keys; set `fails` to make every disk access fail. */
export interface MemoryDeviceKeys extends DeviceKeyStore {
  fails: boolean;
  /** Simulates a worker that hangs while it holds the lock: all others wait until `goOn`. */
  readonly standStill: () => void;
  readonly goOn: () => void;
  /** Its browser ended, which releases the lock. */
  readonly free: () => void;
  readonly held: () => HeldKeys;
}

export function memoryDeviceKeys(): MemoryDeviceKeys {
  let keys: HeldKeys = { held: null, next: null };
  let turn: Promise<unknown> = Promise.resolve();
  /** Resolves when no worker hangs. */
  let going: Promise<void> = Promise.resolve();
  let goOn = () => {};
  const disk = async <T>(work: () => T): Promise<T> => {
    if (made.fails) throw new Error('the disk fails');
    return work();
  };
  const made: MemoryDeviceKeys = {
    fails: false,
    standStill: () => {
      going = new Promise((resolve) => (goOn = resolve));
    },
    goOn: () => goOn(),
    free: () => void (turn = Promise.resolve()),
    held: () => keys,
    read: () => disk(() => keys),
    write: (next) => disk(() => void (keys = next)),
    remove: () => disk(() => void (keys = { held: null, next: null })),
    alone: (work) => {
      const mine = turn.then(() => going).then(work);
      turn = mine.catch(() => {}); // A failure does not block the next one.
      return mine;
    },
  };
  return made;
}
