import type { DeviceKeyStore, HeldKeys } from '../../src/store/deviceKeys.ts';

/** Where a browser keeps the key of its session, in memory; `fails` once the disk does. */
export interface MemoryDeviceKeys extends DeviceKeyStore {
  fails: boolean;
  /** A worker stands still and holds the lock over it: nobody has their turn until it goes on. */
  readonly standStill: () => void;
  readonly goOn: () => void;
  /** Its browser ended: whoever had their turn has it no more. */
  readonly free: () => void;
  readonly held: () => HeldKeys;
}

export function memoryDeviceKeys(): MemoryDeviceKeys {
  let keys: HeldKeys = { held: null, next: null };
  let turn: Promise<unknown> = Promise.resolve();
  /** Resolves once nobody stands still. */
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
      turn = mine.catch(() => {}); // one that threw keeps nobody from theirs
      return mine;
    },
  };
  return made;
}
