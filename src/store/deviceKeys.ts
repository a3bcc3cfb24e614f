import { toBase64url } from '../domain/encoding/base64url.ts';
import { proofText } from '../domain/session/deviceProof.ts';
import type { Envelope } from './rowCipher.ts';

/**
 * The key that this browser's session is bound to (D-55, domain/session/deviceProof.ts), and the nonce for its next proof. In a database
 * of its own, independent of any person's rows: one session and one key per browser.
 */
const databaseName = 'ukweli-device';
const storeName = 'keys';

/** A stored key: non-extractable; or, under an app lock, its private half (PKCS#8, RFC 5958) encrypted with the lock's key. */
export type KeptKey = { readonly pair: CryptoKeyPair } | { readonly publicKey: CryptoKey; readonly sealed: Envelope };

/** Key and nonce; the nonce is null until the platform has the key. */
export type DeviceKey = KeptKey & { readonly nonce: string | null };

/**
 * The stored keys. `next`: a key that was sent, or is about to be sent, to the platform without an answer yet; either of the two may be
 * the session's.
 */
export interface HeldKeys {
  readonly held: DeviceKey | null;
  readonly next: DeviceKey | null;
}

/** Storage of the keys. Every method may fail like the browser's storage. */
export interface DeviceKeyStore {
  readonly read: () => Promise<HeldKeys>;
  readonly write: (keys: HeldKeys) => Promise<void>;
  readonly remove: () => Promise<void>;
  /** Runs exclusively among all tabs and workers of this browser. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
}

function asked<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The device’s storage failed'));
  });
}

async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const opening = indexedDB.open(databaseName, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
  const database = await asked(opening);
  database.onversionchange = () => database.close();
  try {
    const transaction = database.transaction(storeName, mode, { durability: 'strict' });
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('The device’s storage failed'));
    });
    // All requests are made at once or in another's callback, so the transaction stays open; Promise.all also rejects if it is aborted.
    const [value] = await Promise.all([work(transaction.objectStore(storeName)), done]);
    return value;
  } finally {
    database.close();
  }
}

/** Separate record keys, so that older builds do not see `next`. */
const place = { held: 'session', next: 'next' } as const;

export const deviceKeyStore: DeviceKeyStore = {
  read: () =>
    within('readonly', async (store) => {
      const [held, next] = (await Promise.all([asked(store.get(place.held)), asked(store.get(place.next))])) as [DeviceKey?, DeviceKey?]; // safe: written only below
      return { held: held ?? null, next: next ?? null };
    }),
  write: (keys) =>
    within('readwrite', async (store) => {
      for (const name of ['held', 'next'] as const) {
        const key = keys[name];
        if (key === null) store.delete(place[name]);
        else store.put(key, place[name]);
      }
    }),
  remove: () => within('readwrite', async (store) => void store.clear()),
  alone: (work) => navigator.locks.request(databaseName, work),
};

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };

/** Creates a key. `isMovable`: the private half is extractable, to be encrypted; callers keep such a key no longer than needed. */
export function makeKeyPair(isMovable: boolean): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, isMovable, ['sign', 'verify']);
}

/** Exports the private half as PKCS#8; `privateKeyOf` imports it as non-extractable. */
export const privateBytes = (key: CryptoKey): Promise<ArrayBuffer> => crypto.subtle.exportKey('pkcs8', key);
/** Imports what `privateBytes` exported, for signing only. @throws (rejects) if the bytes are no P-256 key */
export const privateKeyOf = (bytes: ArrayBuffer): Promise<CryptoKey> => crypto.subtle.importKey('pkcs8', bytes, algorithm, false, ['sign']);

/** The public key as sent to the platform: base64url of its uncompressed point. */
export async function publicText(key: CryptoKey): Promise<string> {
  return toBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', key)));
}

/** RFC 7638 thumbprint: the hash of the key's members in canonical order. */
export async function thumbprintOf(key: CryptoKey): Promise<string> {
  const { crv, kty, x, y } = await crypto.subtle.exportKey('jwk', key);
  const bytes = new TextEncoder().encode(JSON.stringify({ crv, kty, x, y }));
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/**
 * Header value of a proof: `over` (the nonce, or the key's thumbprint for a first key), and the signature. `next`: thumbprint of the key
 * that replaces this one.
 */
export async function proofBy(key: CryptoKey, over: string, next: string | null = null): Promise<string> {
  const bytes = new TextEncoder().encode(proofText(over, next));
  const signature = await crypto.subtle.sign({ ...algorithm, hash: 'SHA-256' }, key, bytes);
  return `${over}.${toBase64url(new Uint8Array(signature))}`;
}
