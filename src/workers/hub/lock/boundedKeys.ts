import type { DeviceKeyStore } from '../../../store/deviceKeys.ts';
import { within } from '../within.ts';

/**
 * Maximum wait for the disk, and for another holder's turn (a refresh in this worker, or another worker that is suspended in one),
 * milliseconds.
 */
const diskLimitMs = 2_000;
const turnLimitMs = 4_000;

/**
 * The store of the session's key with time limits: what takes too long fails like a disk error. A turn that comes too late is not used; a
 * removal still runs whenever its turn comes.
 */
export interface BoundedKeys extends DeviceKeyStore {
  /** Resolves to whether the keys are already removed. */
  readonly removeInTurn: () => Promise<boolean>;
}

/** The same store. @throws (rejects) what the disk does not do in time; `removeInTurn` returns false then and does not reject */
export function boundedKeys(store: DeviceKeyStore, setTimer: (delayMs: number, run: () => void) => () => void): BoundedKeys {
  const disk = async <T>(work: Promise<T>): Promise<T> => {
    const outcome = await within(work, diskLimitMs, setTimer);
    if (outcome === 'late') throw new Error('The device’s storage does not answer');
    return outcome;
  };
  return {
    read: () => disk(store.read()),
    write: (keys) => disk(store.write(keys)),
    remove: () => disk(store.remove()),
    alone: async (work) => {
      let isLate = false;
      let tellTurn = () => {};
      const turn = new Promise<void>((resolve) => {
        tellTurn = resolve;
      });
      const doing = store.alone(() => {
        if (isLate) throw new Error('Another worker had its turn for too long');
        tellTurn();
        return work();
      });
      isLate = (await within(Promise.race([turn, doing]), turnLimitMs, setTimer)) === 'late';
      if (isLate) {
        void doing.catch(() => {}); // reported by the error below
        throw new Error('Another worker does not let go of the key');
      }
      return doing;
    },
    removeInTurn: async () => {
      const removing = store.alone(store.remove).then(
        () => true,
        () => false,
      );
      return (await within(removing, diskLimitMs, setTimer)) === true;
    },
  };
}
