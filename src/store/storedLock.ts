import type { LockKind } from '../contracts/lock.ts';
import type { Tries } from '../domain/lock/tries.ts';

/** The app lock of this device, as stored: nothing in it opens anything by itself. Bytes are base64url. */
export interface StoredLock {
  /** New whenever a lock is set up. */
  readonly id: string;
  readonly userId: string;
  readonly kind: LockKind;
  /** PBKDF2's salt, or the input of the passkey's PRF. */
  readonly salt: string;
  /** PBKDF2's count; 0 with a passkey. */
  readonly iterations: number;
  readonly credentialId: string | null;
  /** The data key under the key that PIN or passkey give, AES-GCM. */
  readonly iv: string;
  readonly wrapped: string;
  /** `sealing` and `opening` say that rows are being brought into the other form: the next to open the lock goes on with it. */
  readonly rows: 'sealing' | 'sealed' | 'opening';
  /** Stored under a MAC (lockCounter.ts). */
  readonly tries: Tries;
  /** The data key wrapped for whoever it is of (workers/hub/lockEscrow.ts); absent where the platform gave none, and with locks of before. */
  readonly escrow?: Escrow | undefined;
  /** Whether the PIN or password is digits alone; absent with a passkey, and where an older build set it up. */
  readonly digits?: boolean | undefined;
  /** It was chosen by the rules of before, and would be refused today; absent until it was last typed. */
  readonly weak?: boolean | undefined;
  /** It closed because nobody was there: no key that a page has left opens it. Not where only its hub ended. */
  readonly shut?: boolean | undefined;
}

/** A data key wrapped by the platform's key of that id. Bytes are base64url. */
export interface Escrow {
  readonly id: string;
  readonly iv: string;
  readonly wrapped: string;
}

/** What is left of a lock that was given up: whose outbox lies sealed here, what opens it, and since when (epoch milliseconds). */
export interface GivenUp extends Escrow {
  readonly userId: string;
  readonly tenantId: string;
  readonly at: number;
}
