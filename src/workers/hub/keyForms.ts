import { fromBase64url, toBase64url } from '../../domain/base64url.ts';
import { type KeptKey, privateBytes, privateKeyOf } from '../../store/deviceKeys.ts';
import { openAt, sealAt } from '../../store/sealer.ts';

/**
 * The form in which the session's key may lie on this device, as the app lock says: without one nobody takes it out of this browser, and under one its private half lies sealed under the lock's key and
 * is in memory while the lock is open. While a lock is being taken off, `bare`, it is in the first form again, since nothing opens what is sealed once the lock is gone.
 */
export interface KeyForms {
  readonly isClosed: () => boolean;
  /** Whether a key lies under a lock from now on, as the platform is told. */
  readonly seals: () => boolean;
  /** The pair in the form in which it may lie here now; null behind a closed lock. */
  readonly kept: (pair: CryptoKeyPair) => Promise<KeptKey | null>;
  /** What signs; null while the lock is closed, or where the key was sealed under another one. */
  readonly privateOf: (key: KeptKey) => Promise<CryptoKey | null>;
  /** Whether a key lies in the form that the lock asks for. */
  readonly isInForm: (key: KeptKey) => boolean;
  /** The lock is being taken off. */
  readonly bare: () => void;
  readonly opened: (dataKey: CryptoKey) => void;
  readonly closed: () => void;
  readonly gone: () => void;
}

type Lock =
  | { readonly state: 'none' }
  | { readonly state: 'open'; readonly dataKey: CryptoKey; readonly bare: boolean }
  | { readonly state: 'closed' };

/** What binds a sealed key to its place. */
const sealedAt = 'ukweli-device\nsession';

export function createKeyForms(): KeyForms {
  let lock: Lock = { state: 'none' };
  /** Private halves that were opened, by what they were opened from. */
  let open = new WeakMap<KeptKey, CryptoKey>();
  const seals = (): boolean => lock.state === 'closed' || (lock.state === 'open' && !lock.bare);

  return {
    isClosed: () => lock.state === 'closed',
    seals,
    kept: async (pair) => {
      const bytes = await privateBytes(pair.privateKey);
      const privateKey = await privateKeyOf(bytes);
      if (lock.state === 'closed') return null;
      if (lock.state === 'none' || lock.bare) return { pair: { publicKey: pair.publicKey, privateKey } };
      const sealed = await sealAt(lock.dataKey, sealedAt, toBase64url(new Uint8Array(bytes)));
      return { publicKey: pair.publicKey, sealed };
    },
    privateOf: async (key) => {
      if (lock.state === 'closed') return null;
      if ('pair' in key) return key.pair.privateKey;
      if (lock.state === 'none') return null;
      const held = open.get(key);
      if (held !== undefined) return held;
      const into = open;
      const bytes = await openAt(lock.dataKey, sealedAt, key.sealed);
      if (typeof bytes !== 'string') return null;
      const opened = await privateKeyOf(fromBase64url(bytes).buffer);
      into.set(key, opened);
      return opened;
    },
    isInForm: (key) => 'sealed' in key === seals(),
    bare: () => {
      if (lock.state === 'open') lock = { ...lock, bare: true };
    },
    opened: (dataKey) => {
      lock = { state: 'open', dataKey, bare: false };
    },
    closed: () => {
      lock = { state: 'closed' };
      open = new WeakMap();
    },
    gone: () => {
      lock = { state: 'none' };
    },
  };
}
