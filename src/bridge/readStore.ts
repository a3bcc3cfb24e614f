import type { SessionStatus } from '../contracts/rpc.ts';
import { closeReadStore, openReadStore } from '../store/read.ts';
import { createSignal } from './pageState.ts';

/**
 * Whose rows this page may read: opened for the person at the console and closed the moment they leave, before the hub wipes
 * anything. Reads ask for the holder first; a change of holder makes every live read start over.
 */
let holder: string | null = null;
let person: Person | null = null;
const changed = createSignal<string | null>();

/** Whose store it is. */
interface Person {
  readonly tenantId: string;
  readonly userId: string;
  /** Of their databases on this device, as the hub says (`HubStatus.storeGeneration`). */
  readonly generation: number;
}

/** `person` is who `get` names, at the very moment of a change: the hub's status is told to the page after it. */
export const storeHolder = { get: (): string | null => holder, person: (): Person | null => person, listen: changed.listen } as const;

/** Follows the session: opens the store of whoever is signed in, with the key of what is sealed in it. */
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

/** Stops all reads and lets go of the database. */
export function stopReading(): void {
  if (holder === null) return;
  holder = null;
  person = null;
  closeReadStore();
  void changed.emit(null);
}
