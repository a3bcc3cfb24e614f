import type { Escrow, LockRecord } from '../domain/lock/record.ts';

/** The app lock of this device as stored. */
export type StoredLock = LockRecord;

/** Remains of a lock that was given up: owner of the encrypted outbox, the wrapped key that opens it, and the time (epoch milliseconds). */
export interface GivenUp extends Escrow {
  readonly userId: string;
  readonly tenantId: string;
  readonly at: number;
}
