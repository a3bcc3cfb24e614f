/** The app lock (D-31), as pages and the hub speak of it. Types only: nothing of it ever reaches the platform. */

/** What sealed rows are opened with: the browser's CryptoKey, of which this room knows no more than that it cannot be read out. */
export interface LockKey {
  readonly extractable: boolean;
}

/** How a lock is opened. A PIN is the weaker way: what was sealed with it can be tried out by whoever copies the disk. */
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
    }
  | {
      readonly state: 'locked';
      readonly id: string;
      readonly kind: LockKind;
      /** Null for a PIN. */
      readonly passkey: PasskeyRef | null;
      /** Wrong tries so far. */
      readonly wrong: number;
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
  /** Whoever is signed in and cannot open the lock: rows and lock go, everything is fetched anew. */
  | { readonly act: 'startAnew' }
);
