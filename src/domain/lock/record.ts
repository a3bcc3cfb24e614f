import type { LockKind } from '../../contracts/lock.ts';
import type { Tries } from './tries.ts';

/** An app lock as the device keeps it: nothing in it opens the lock by itself. Bytes are base64url. */
export interface LockRecord {
  /** New for every set-up. */
  readonly id: string;
  readonly userId: string;
  readonly kind: LockKind;
  /** PBKDF2 salt, or input of the passkey's PRF. */
  readonly salt: string;
  /** PBKDF2 iterations; 0 for a passkey. */
  readonly iterations: number;
  readonly credentialId: string | null;
  /** The data key, wrapped with AES-GCM by the key derived from PIN or passkey. */
  readonly iv: string;
  readonly wrapped: string;
  /** `sealing` and `opening`: rows are being encrypted or decrypted; continued when the lock is opened next. */
  readonly rows: 'sealing' | 'sealed' | 'opening';
  /** Protected by a MAC (store/lockCounter.ts). */
  readonly tries: Tries;
  /** The data key wrapped for its owner (workers/hub/lock/lockEscrow.ts); absent if the platform gave no key, and in older locks. */
  readonly escrow?: Escrow | undefined;
  /** True if the PIN or password is digits only; absent for a passkey, and for locks set up by older builds. */
  readonly digits?: boolean | undefined;
  /** True if it was chosen under older rules and would be refused today; absent until it was last typed. */
  readonly weak?: boolean | undefined;
  /** True if it closed for inactivity: a key left by a page then does not open it. Not set if only its hub ended. */
  readonly shut?: boolean | undefined;
}

/** A data key wrapped by the platform's key with that id. Bytes are base64url. */
export interface Escrow {
  readonly id: string;
  readonly iv: string;
  readonly wrapped: string;
}
