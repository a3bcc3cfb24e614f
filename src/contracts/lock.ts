/** The app lock (D-31), as pages and the hub speak of it. Types only: nothing of it ever reaches the platform. */

/** What sealed rows are opened with: the browser's CryptoKey, of which this room knows no more than that it cannot be read out. */
export interface LockKey {
  readonly extractable: boolean;
}

/** How a lock is opened. `pin`, a PIN or a password, is the weaker way: what was sealed with it can be tried out by whoever copies the disk. */
export type LockKind = 'passkey' | 'pin';

/** What asks a passkey for its secret: the credential's id and the input of its PRF, both base64url and neither secret. */
export interface PasskeyRef {
  readonly credentialId: string;
  readonly salt: string;
}

/** What the person brings to open a lock; `output` is what the passkey's PRF answered, 32 bytes. */
export type LockSecret = { readonly kind: 'pin'; readonly pin: string } | { readonly kind: 'passkey'; readonly output: ArrayBuffer };

export type LockStatus =
  | { readonly state: 'none' }
  /** The hub holds the key. `sealing` and `opening`: rows that stand are being brought into the other form. */
  | {
      readonly state: 'open';
      /** Names this lock: new whenever one is set up. */
      readonly id: string;
      readonly kind: LockKind;
      readonly rows: 'sealing' | 'sealed' | 'opening';
      /** Null for a PIN. */
      readonly passkey: PasskeyRef | null;
      /** What opens it is digits alone; absent with a passkey, and where an older build set it up. */
      readonly digits?: boolean | undefined;
      /** It was chosen by rules of before, and a stronger one is asked for. */
      readonly weak?: boolean | undefined;
    }
  | {
      readonly state: 'locked';
      readonly id: string;
      readonly kind: LockKind;
      /** Null for a PIN. */
      readonly passkey: PasskeyRef | null;
      readonly digits?: boolean | undefined;
      /** Wrong tries so far. */
      readonly wrong: number;
      /** Their count was not as this device had left it: as many are taken as leave one. */
      readonly countLost?: true | undefined;
      /** Before this no try counts, server's clock, epoch milliseconds. */
      readonly notBefore: number;
      /** How long it can be opened without the platform's word, likewise; null where nobody is remembered. */
      readonly heldUntil: number | null;
    };

/** What can be done about the lock. `id` is new for each decision: asked again with the same one, the answer is the first one's. */
export type LockAct = { readonly id: string } & (
  | { readonly act: 'setUp'; readonly secret: LockSecret; readonly passkey: PasskeyRef | null }
  | { readonly act: 'open'; readonly secret: LockSecret }
  /** The page before this one had it open a moment ago, and left the key (bridge/keptKey.ts). */
  | { readonly act: 'resume'; readonly lockId: string; readonly key: LockKey }
  | { readonly act: 'change'; readonly from: string; readonly to: string }
  | { readonly act: 'takeOff'; readonly secret: LockSecret }
  /** Closes it at once: the session waits at the platform until it is open again. */
  | { readonly act: 'close' }
  /** Whoever cannot open the lock gives it up: the session ends, rows and lock go. */
  | { readonly act: 'startAnew' }
);
