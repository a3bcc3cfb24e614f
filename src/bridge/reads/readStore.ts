import type { SessionStatus } from '../../contracts/rpc.ts';
import { closeReadStore, openReadStore } from '../../store/read.ts';
import { createSignal } from '../hub/pageState.ts';

/**
 * Whose rows this page may read: opened for the signed-in person and closed the moment they leave, before the hub wipes anything. Reads
 * check the holder first; a change of holder restarts every live read.
 */
let holder: string | null = null;
let person: Person | null = null;
const changed = createSignal<string | null>();

/** The store's owner. */
interface Person {
  readonly tenantId: string;
  readonly userId: string;
  /** Generation of their databases on this device, from the hub (`HubStatus.storeGeneration`). */
  readonly generation: number;
}

/** `person` changes at the same moment as `get`; the page gets the hub's status only afterwards. */
export const storeHolder = { get: (): string | null => holder, person: (): Person | null => person, listen: changed.listen } as const;

/** Follows the session: opens the signed-in person's store, with the key for its encrypted rows. */
export function followSession(session: SessionStatus, key: CryptoKey | null = null, generation = 0): void {
  if (session.phase === 'starting') return;
  if (session.phase === 'signedOut') return stopReading();
  const { tenantId, id } = session.user;
  const next = `${tenantId}:${id}${generation === 0 ? '' : `~${generation}`}`;
  if (next === holder) return;
  if (holder !== null) closeReadStore();
  holder = next;
  person = { tenantId, userId: id, generation };
  openReadStore(tenantId, id, key, generation);
  void changed.emit(holder);
}

/** Stops all reads and closes the database. */
export function stopReading(): void {
  if (holder === null) return;
  holder = null;
  person = null;
  closeReadStore();
  void changed.emit(null);
}
