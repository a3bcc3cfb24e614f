import { toBase64url } from '../domain/base64url.ts';
import { proofText } from '../domain/session/deviceProof.ts';
import type { Envelope } from './sealing.ts';

/**
 * The key that this browser's session is bound to (D-55, domain/session/deviceProof.ts), and the nonce that its next proof is over. In a database of its own, which belongs to no person's rows and goes
 * with none: one session a browser, one key.
 */
const databaseName = 'ukweli-device';
const storeName = 'keys';

/** A key as it is kept: one that nobody can take out of this browser; or, under an app lock, its private half sealed under the lock's key, in PKCS#8 (RFC 5958). */
export type KeptKey = { readonly pair: CryptoKeyPair } | { readonly publicKey: CryptoKey; readonly sealed: Envelope };

/** Key and nonce; the nonce is null until the platform has the key. */
export type DeviceKey = KeptKey & { readonly nonce: string | null };

/** What is kept. `next`: a key that the platform was given, or is about to be, and whose answer has not come: one of the two is the session's. */
export interface HeldKeys {
  readonly held: DeviceKey | null;
  readonly next: DeviceKey | null;
}

/** Where the keys are kept. Each of these may fail as the browser's storage does. */
export interface DeviceKeyStore {
  readonly read: () => Promise<HeldKeys>;
  readonly write: (keys: HeldKeys) => Promise<void>;
  readonly remove: () => Promise<void>;
  /** One at a time in this browser, whatever its tabs and workers do. */
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
    // Its requests are made at once or in each other's answers, so that the transaction stays open for them; and where it is aborted nobody waits for them.
    const [value] = await Promise.all([work(transaction.objectStore(storeName)), done]);
    return value;
  } finally {
    database.close();
  }
}

/** Beside the key, where a build of before does not look for it. */
const place = { held: 'session', next: 'next' } as const;

export const deviceKeyStore: DeviceKeyStore = {
  read: () =>
    within('readonly', async (store) => {
      const [held, next] = (await Promise.all([asked(store.get(place.held)), asked(store.get(place.next))])) as [DeviceKey?, DeviceKey?]; // written below alone
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

/** A new key. `isMovable`: its private half can be taken out, to be sealed; whoever makes it keeps it so no longer than that. */
export function makeKeyPair(isMovable: boolean): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, isMovable, ['sign', 'verify']);
}

/** The private half as PKCS#8, and back as one that nobody takes out. */
export const privateBytes = (key: CryptoKey): Promise<ArrayBuffer> => crypto.subtle.exportKey('pkcs8', key);
export const privateKeyOf = (bytes: ArrayBuffer): Promise<CryptoKey> => crypto.subtle.importKey('pkcs8', bytes, algorithm, false, ['sign']);

/** The public half as the platform is given it: base64url of its uncompressed point. */
export async function publicText(key: CryptoKey): Promise<string> {
  return toBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', key)));
}

/** RFC 7638: the hash of the key's members in their order. */
export async function thumbprintOf(key: CryptoKey): Promise<string> {
  const { crv, kty, x, y } = await crypto.subtle.exportKey('jwk', key);
  const bytes = new TextEncoder().encode(JSON.stringify({ crv, kty, x, y }));
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** The header of a proof: what it is over, and the signature. `next`: the thumbprint of the key that takes this one's place. */
export async function proofBy(key: CryptoKey, over: string, next: string | null = null): Promise<string> {
  const bytes = new TextEncoder().encode(proofText(over, next));
  const signature = await crypto.subtle.sign({ ...algorithm, hash: 'SHA-256' }, key, bytes);
  return `${over}.${toBase64url(new Uint8Array(signature))}`;
}
