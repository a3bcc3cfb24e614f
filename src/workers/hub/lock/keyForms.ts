import { fromBase64url, toBase64url } from '../../../domain/encoding/base64url.ts';
import { type KeptKey, privateBytes, privateKeyOf } from '../../../store/deviceKeys.ts';
import { decryptAt, encryptAt } from '../../../store/aesGcm.ts';

/**
 * The form in which the session's key is stored, depending on the app lock. Without a lock: a non-extractable key pair. Under a lock: the
 * private half is encrypted with the lock's key and in memory only while the lock is open. While a lock is being removed (`bare`): the
 * first form again, because nothing can decrypt it once the lock is gone.
 */
export interface KeyForms {
  readonly isClosed: () => boolean;
  /** Whether keys are stored under a lock from now on; the platform is told this. */
  readonly encrypts: () => boolean;
  /** The pair in the form in which it may be stored now; null behind a closed lock. */
  readonly kept: (pair: CryptoKeyPair) => Promise<KeptKey | null>;
  /** The private key for signing; null while the lock is closed, or if it was encrypted under another lock. */
  readonly privateOf: (key: KeptKey) => Promise<CryptoKey | null>;
  /** Whether a stored key has the form that the lock requires. */
  readonly isInForm: (key: KeptKey) => boolean;
  /** The lock is being removed. */
  readonly bare: () => void;
  readonly opened: (dataKey: CryptoKey) => void;
  readonly closed: () => void;
  readonly gone: () => void;
}

type Lock =
  | { readonly state: 'none' }
  | { readonly state: 'open'; readonly dataKey: CryptoKey; readonly bare: boolean }
  | { readonly state: 'closed' };

/** Binds the encrypted key to its place of storage. */
const place = 'ukweli-device\nsession';

/** Assumes that there is no lock until it is told of one. */
export function createKeyForms(): KeyForms {
  let lock: Lock = { state: 'none' };
  /** Decrypted private keys, by the stored key they came from. */
  let open = new WeakMap<KeptKey, CryptoKey>();
  const encrypts = (): boolean => lock.state === 'closed' || (lock.state === 'open' && !lock.bare);

  return {
    isClosed: () => lock.state === 'closed',
    encrypts,
    kept: async (pair) => {
      const bytes = await privateBytes(pair.privateKey);
      const privateKey = await privateKeyOf(bytes);
      if (lock.state === 'closed') return null;
      if (lock.state === 'none' || lock.bare) return { pair: { publicKey: pair.publicKey, privateKey } };
      const encrypted = await encryptAt(lock.dataKey, place, toBase64url(new Uint8Array(bytes)));
      return { publicKey: pair.publicKey, sealed: encrypted };
    },
    privateOf: async (key) => {
      if (lock.state === 'closed') return null;
      if ('pair' in key) return key.pair.privateKey;
      if (lock.state === 'none') return null;
      const held = open.get(key);
      if (held !== undefined) return held;
      const into = open;
      const bytes = await decryptAt(lock.dataKey, place, key.sealed);
      if (typeof bytes !== 'string') return null;
      const opened = await privateKeyOf(fromBase64url(bytes).buffer);
      into.set(key, opened);
      return opened;
    },
    isInForm: (key) => 'sealed' in key === encrypts(),
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
