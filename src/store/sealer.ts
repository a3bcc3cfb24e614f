import { type Envelope, isSealed, sealAlgorithm, type Sealer } from './sealing.ts';
import { createVeil } from './veil.ts';

/** Seals and opens (sealing.ts): in a file of its own, so that pages fetch it with the first lock. */
const ivBytes = 12;

/** A value sealed under a key for one place: it does not open at another. */
export async function sealAt(key: CryptoKey, place: string, value: unknown): Promise<Envelope> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const encoder = new TextEncoder();
  const algorithm = { name: sealAlgorithm, iv, additionalData: encoder.encode(place) };
  return { v: 1, iv, bytes: await crypto.subtle.encrypt(algorithm, key, encoder.encode(JSON.stringify(value))) };
}

/** What was sealed there; null where it is spoilt, moved, or of another key: nobody may guess which, and nothing of it is shown. */
export async function openAt(key: CryptoKey, place: string, { iv, bytes }: Envelope): Promise<unknown> {
  try {
    const plain = await crypto.subtle.decrypt({ name: sealAlgorithm, iv, additionalData: new TextEncoder().encode(place) }, key, bytes);
    const value: unknown = JSON.parse(new TextDecoder().decode(plain));
    return value;
  } catch {
    return null;
  }
}

/** @param databaseName whose rows: a payload of one person's database does not open in another's */
export async function createSealer(key: CryptoKey, databaseName: string, seals = true): Promise<Sealer> {
  const bound = (place: string): string => `${databaseName}\n${place}`;
  return {
    seals,
    veil: await createVeil(key),
    seal: (place, value) => sealAt(key, bound(place), value),
    open: async (place, stored) => (isSealed(stored) ? openAt(key, bound(place), stored) : stored),
  };
}
