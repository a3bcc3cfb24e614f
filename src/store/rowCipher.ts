import type { Veil } from './veiled.ts';

/**
 * Encryption of payloads at rest (D-31): AES-GCM with 256 bits under a data key that only the app lock can unwrap. A payload is bound to
 * its database, table and key: moved elsewhere it does not decrypt. This module knows neither tables nor the key's origin. WebCrypto is
 * asynchronous and IndexedDB transactions do not wait for it, so writers encrypt BEFORE the transaction begins.
 */

/** An encrypted payload. `v` is the format version. */
export interface Envelope {
  readonly v: 1;
  /** 96 bits, random for each encryption: one key encrypts for years, at most some hundred thousand payloads a day. */
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
}

/** The row cipher of a connection. */
export interface RowCipher {
  /** False while a lock is being removed: encrypted rows still decrypt, new ones are written in plain text. */
  readonly encrypts: boolean;
  /** Translates the columns of encrypted rows. */
  readonly veil: Veil;
  readonly encrypt: (place: string, value: unknown) => Promise<Envelope>;
  /**
   * Returns an unencrypted value as it is, and null for one that does not decrypt with this key at this place; no valid row is null
   * (F-25).
   */
  readonly decrypt: (place: string, stored: unknown) => Promise<unknown>;
}

export const cipherAlgorithm = 'AES-GCM';

/** Tells an encrypted value from a plain one by its form; it may still fail to decrypt. */
export function isEncrypted(stored: unknown): stored is Envelope {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    'v' in stored &&
    stored.v === 1 &&
    'iv' in stored &&
    stored.iv instanceof Uint8Array &&
    'bytes' in stored &&
    stored.bytes instanceof ArrayBuffer
  );
}

/** True if two stored payloads are equal; encrypted ones are compared by iv, which is unique per encryption. */
export function samePayload(a: unknown, b: unknown): boolean {
  if (isEncrypted(a) && isEncrypted(b)) return a.iv.every((byte, place) => byte === b.iv[place]);
  if (isEncrypted(a) || isEncrypted(b)) return false;
  return JSON.stringify(a) === JSON.stringify(b);
}
