import type { Moment } from './identity.ts';

/** Wrong tries at the app lock of the device that holds a session, since the last right one. */
export interface LockTriesTable {
  session_id: string;
  wrong: number;
  last_at: Moment;
}

export interface LockTriesTables {
  lock_tries: LockTriesTable;
}
