import type { Moment } from './identity.ts';

/** Wrong app-lock attempts on the device that holds a session, since the last correct one. */
export interface LockTriesTable {
  session_id: string;
  wrong: number;
  last_at: Moment;
}

/** Wrong tries at app locks, counted by the platform. */
export interface LockTriesTables {
  lock_tries: LockTriesTable;
}
