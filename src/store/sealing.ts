import type { Veil } from './veiled.ts';

/**
 * Sealing of payloads (D-31): AES-GCM with 256 bits under a data key that only the app lock can unwrap. A sealed payload is bound to its place, database,
 * table and key: moved elsewhere it does not open. This module knows neither tables nor where the key comes from. WebCrypto answers later, and an IndexedDB
 * transaction does not wait for it: whoever writes seals BEFORE the transaction begins.
 */

/** A payload at rest under a lock. `v` is the number of this form. */
export interface Envelope {
  readonly v: 1;
  /** 96 bits, new for every sealing: random, since the same key seals for years at some hundred thousand payloads a day at most. */
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
}

/** What a connection seals and opens with. */
export interface Sealer {
  /** False while a lock is being taken off: what is sealed still opens, what is written stays open. */
  readonly seals: boolean;
  /** What the columns of sealed rows stand as. */
  readonly veil: Veil;
  readonly seal: (place: string, value: unknown) => Promise<Envelope>;
  /** What is not sealed comes back as it is; what does not open under this key and at this place, as null, which no row may be (F-25). */
  readonly open: (place: string, stored: unknown) => Promise<unknown>;
}

export const sealAlgorithm = 'AES-GCM';

export function isSealed(stored: unknown): stored is Envelope {
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

/** Whether two stored payloads are the same one; what is sealed is told by its iv, which no two sealings share. */
export function samePayload(a: unknown, b: unknown): boolean {
  if (isSealed(a) && isSealed(b)) return a.iv.every((byte, place) => byte === b.iv[place]);
  if (isSealed(a) || isSealed(b)) return false;
  return JSON.stringify(a) === JSON.stringify(b);
}
