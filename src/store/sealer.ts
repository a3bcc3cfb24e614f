import { type Envelope, isSealed, sealAlgorithm, type Sealer } from './sealing.ts';
import { createVeil } from './veil.ts';

/** Encryption and decryption (sealing.ts), in a module of its own, so that pages load it only with a lock. */
const ivBytes = 12;

/** Encrypts a value for one place (additional data): it does not decrypt at another. */
export async function sealAt(key: CryptoKey, place: string, value: unknown): Promise<Envelope> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const encoder = new TextEncoder();
  const algorithm = { name: sealAlgorithm, iv, additionalData: encoder.encode(place) };
  return { v: 1, iv, bytes: await crypto.subtle.encrypt(algorithm, key, encoder.encode(JSON.stringify(value))) };
}

/** The decrypted value; null if it is damaged, was moved, or belongs to another key, which cannot be told apart. */
export async function openAt(key: CryptoKey, place: string, { iv, bytes }: Envelope): Promise<unknown> {
  try {
    const plain = await crypto.subtle.decrypt({ name: sealAlgorithm, iv, additionalData: new TextEncoder().encode(place) }, key, bytes);
    const value: unknown = JSON.parse(new TextDecoder().decode(plain));
    return value;
  } catch {
    return null;
  }
}

/** @param databaseName binds the ciphertexts: a payload of one person's database does not decrypt in another's */
export async function createSealer(key: CryptoKey, databaseName: string, seals = true): Promise<Sealer> {
  const bound = (place: string): string => `${databaseName}\n${place}`;
  return {
    seals,
    veil: await createVeil(key),
    seal: (place, value) => sealAt(key, bound(place), value),
    open: async (place, stored) => (isSealed(stored) ? openAt(key, bound(place), stored) : stored),
  };
}
