import { type Envelope, isEncrypted, cipherAlgorithm, type RowCipher } from './rowCipher.ts';
import { createVeil } from './veil.ts';

/** Encryption and decryption (rowCipher.ts), in a module of its own, so that pages load it only with a lock. */
const ivBytes = 12;

/** Encrypts a value for one place (additional data): it does not decrypt at another. */
export async function encryptAt(key: CryptoKey, place: string, value: unknown): Promise<Envelope> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const encoder = new TextEncoder();
  const algorithm = { name: cipherAlgorithm, iv, additionalData: encoder.encode(place) };
  return { v: 1, iv, bytes: await crypto.subtle.encrypt(algorithm, key, encoder.encode(JSON.stringify(value))) };
}

/** The decrypted value; null if it is damaged, was moved, or belongs to another key, which cannot be told apart. */
export async function decryptAt(key: CryptoKey, place: string, { iv, bytes }: Envelope): Promise<unknown> {
  try {
    const plain = await crypto.subtle.decrypt({ name: cipherAlgorithm, iv, additionalData: new TextEncoder().encode(place) }, key, bytes);
    const value: unknown = JSON.parse(new TextDecoder().decode(plain));
    return value;
  } catch {
    return null;
  }
}

/** @param databaseName binds the ciphertexts: a payload of one person's database does not decrypt in another's */
export async function createRowCipher(key: CryptoKey, databaseName: string, encrypts = true): Promise<RowCipher> {
  const bound = (place: string): string => `${databaseName}\n${place}`;
  return {
    encrypts,
    veil: await createVeil(key),
    encrypt: (place, value) => encryptAt(key, bound(place), value),
    decrypt: async (place, stored) => (isEncrypted(stored) ? decryptAt(key, bound(place), stored) : stored),
  };
}
