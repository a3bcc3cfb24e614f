import type { DeviceKeyStore } from '../../store/deviceKeys.ts';
import { within } from './within.ts';

/** How long the disk may take, milliseconds; and how long somebody else may have their turn: a refresh on its way in this worker, or a worker that stands still in one, for as long as it likes. */
const diskLimitMs = 2_000;
const turnLimitMs = 4_000;

/**
 * Where the session's key is kept, for whoever may not wait for ever: what takes too long fails, as a disk does. A turn that came too late is not taken; what is only to be removed is removed whenever its
 * turn comes.
 */
export interface BoundedKeys extends DeviceKeyStore {
  /** Whether the keys are gone by now. */
  readonly removeInTurn: () => Promise<boolean>;
}

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
        void doing.catch(() => {}); // said below
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
