import { deviceKeyHeaders } from '../contracts/deviceKey.ts';
import { endpoints, headers } from '../contracts/endpoints.ts';
import { echoOf } from '../domain/api/provenance.ts';
import { toBase64url } from '../domain/base64url.ts';
import { proofText } from '../domain/session/deviceProof.ts';

/**
 * The device's side of a session that is bound to a key (D-55, domain/session/deviceProof.ts): a key that nobody can take out of this browser, and the nonce that its next proof is over. In a database of
 * its own, which belongs to no person's rows and goes with none.
 */
const databaseName = 'ukweli-device';
const storeName = 'keys';
/** One session a browser, one key. */
const only = 'session';
/** Longest that the call may take, milliseconds. */
const limitMs = 10_000;

interface Held {
  readonly pair: CryptoKeyPair;
  /** Null until the platform has the key. */
  readonly nonce: string | null;
}

/** `renewed`: the cookie is good for a quarter of an hour. `refused`: the platform knows another key, or none of this session. `unreached`: nothing is known. */
export type ProofOutcome = 'renewed' | 'refused' | 'unreached';

function asked<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The device’s storage failed'));
  });
}

async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(databaseName, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
  const database = await asked(opening);
  try {
    const transaction = database.transaction(storeName, mode, { durability: 'strict' });
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('The device’s storage failed'));
    });
    const value = await asked(work(transaction.objectStore(storeName)));
    await done;
    return value;
  } finally {
    database.close();
  }
}

const read = async (): Promise<Held | null> => ((await within('readonly', (store) => store.get(only))) as Held | undefined) ?? null; // written below alone
const write = (held: Held): Promise<unknown> => within('readwrite', (store) => store.put(held, only));

/** Whether this browser has a key that a session may be bound to. */
export async function holdsDeviceKey(): Promise<boolean> {
  return (await read().catch(() => null)) !== null;
}

/** Forgets the key: another session begins, which is bound to a key of its own. */
export async function forgetDeviceKey(): Promise<void> {
  await navigator.locks.request(databaseName, () => within('readwrite', (store) => store.delete(only)));
}

/** Has the session's cookie renewed by the key, which is made and given to the platform where there is none. One at a time in this browser, whatever its tabs do. Never throws. */
export async function proveDevice(): Promise<ProofOutcome> {
  try {
    return await navigator.locks.request(databaseName, async () => {
      const first = await prove();
      // Its answer had been lost before: cookie and nonce may be old by now.
      return first === 'again' ? outcomeOf(await prove()) : first;
    });
  } catch {
    return 'unreached'; // no room, or the storage is gone: asked again
  }
}

const outcomeOf = (told: ProofOutcome | 'again'): ProofOutcome => (told === 'again' ? 'renewed' : told);

async function prove(): Promise<ProofOutcome | 'again'> {
  let held = await read();
  if (held === null) {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
    held = { pair, nonce: null };
    // Kept before it is given: a key that the platform has and this browser has not would bind the session to nothing.
    await write(held);
  }
  const { pair, nonce } = held;
  const over = nonce ?? (await thumbprintOf(pair.publicKey));
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    pair.privateKey,
    new TextEncoder().encode(proofText(over)),
  );
  const id = crypto.randomUUID();
  const { method, path } = endpoints.refresh;
  const answer = await fetch(path, {
    method,
    headers: {
      [headers.correlation]: id,
      [deviceKeyHeaders.proof]: `${over}.${toBase64url(new Uint8Array(signature))}`,
      ...(nonce === null && { [deviceKeyHeaders.key]: toBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))) }),
    },
    redirect: 'error',
    signal: AbortSignal.timeout(limitMs),
  });
  // A stranger's answer says nothing (D-50).
  if (echoOf(id, answer.headers.get(headers.correlation)) !== 'same') return 'unreached';
  if (answer.status === 401) return 'refused';
  const next = answer.headers.get(deviceKeyHeaders.nonce);
  if (!answer.ok || next === null) return 'unreached';
  await write({ pair, nonce: next });
  return answer.headers.get(deviceKeyHeaders.again) === null ? 'renewed' : 'again';
}

/** RFC 7638: the hash of the key's members in their order. */
async function thumbprintOf(key: CryptoKey): Promise<string> {
  const { crv, kty, x, y } = await crypto.subtle.exportKey('jwk', key);
  const bytes = new TextEncoder().encode(JSON.stringify({ crv, kty, x, y }));
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
