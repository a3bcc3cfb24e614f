/** The app lock (D-31), as used between pages and hub. Types only: none of this is sent to the platform. */

/** Key that decrypts the encrypted rows: the browser's CryptoKey, declared structurally because src/contracts has no DOM types. */
export interface LockKey {
  readonly extractable: boolean;
}

/** How a lock is opened. `pin` (a PIN or a password) is weaker: a copy of the disk allows an offline brute-force attack. */
export type LockKind = 'passkey' | 'pin';

/** Parameters for asking a passkey for its secret: credential id and PRF input, both base64url, neither secret. */
export interface PasskeyRef {
  readonly credentialId: string;
  readonly salt: string;
}

/** Secret that opens a lock; `output` is the passkey's PRF output, 32 bytes. */
export type LockSecret = { readonly kind: 'pin'; readonly pin: string } | { readonly kind: 'passkey'; readonly output: ArrayBuffer };

/** State of this device's app lock, as the hub tells its pages. `none`: no lock is set up. */
export type LockStatus =
  | { readonly state: 'none' }
  /** The hub holds the key. `sealing` and `opening`: stored rows are being encrypted or decrypted. */
  | {
      readonly state: 'open';
      /** Id of this lock, new for every set-up. */
      readonly id: string;
      readonly kind: LockKind;
      readonly rows: 'sealing' | 'sealed' | 'opening';
      /** Null for a PIN. */
      readonly passkey: PasskeyRef | null;
      /** True if the PIN is digits only; absent for a passkey, and for locks set up by older builds. */
      readonly digits?: boolean | undefined;
      /** The PIN was chosen under older rules; the user is asked for a stronger one. */
      readonly weak?: boolean | undefined;
    }
  | {
      readonly state: 'locked';
      readonly id: string;
      readonly kind: LockKind;
      /** Null for a PIN. */
      readonly passkey: PasskeyRef | null;
      readonly digits?: boolean | undefined;
      /** Wrong attempts so far. */
      readonly wrong: number;
      /** The stored attempt count was missing or altered: the count is set so that one attempt remains. */
      readonly countLost?: true | undefined;
      /** Attempts before this time are not accepted; server's clock, epoch milliseconds. */
      readonly notBefore: number;
      /** True if unsent commands survive giving up the lock: they stay encrypted for the owner's next sign-in. */
      readonly keepsUnsent: boolean;
      /** Until when it can be opened without asking the platform, server's clock, epoch milliseconds; null if no person is remembered. */
      readonly heldUntil: number | null;
    };

/** Acts on the lock. `id` is new for each decision; a repeated call with the same id returns the first answer. */
export type LockAct = { readonly id: string } & (
  | {
      readonly act: 'setUp';
      readonly secret: LockSecret;
      readonly passkey: PasskeyRef | null;
      /**
       * Escrow keys from the platform for the outbox (`lockEscrow`); null if the platform gives none: unsent commands are then lost when
       * the lock is given up.
       */
      readonly escrow: { readonly id: string; readonly keys: readonly string[] } | null;
    }
  | { readonly act: 'open'; readonly secret: LockSecret }
  /** The previous page of this tab had it open a moment ago and left the key (bridge/keys/keptKey.ts). */
  | { readonly act: 'resume'; readonly lockId: string; readonly key: LockKey }
  | { readonly act: 'change'; readonly from: string; readonly to: string }
  | { readonly act: 'takeOff'; readonly secret: LockSecret }
  /** Closes it at once; the session pauses at the platform until the lock is open again. */
  | { readonly act: 'close' }
  /** Gives up a lock that cannot be opened: ends the session and removes rows and lock. */
  | { readonly act: 'startAnew' }
);
