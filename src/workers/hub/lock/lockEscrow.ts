import { fromBase64url, toBase64url } from '../../../domain/encoding/base64url.ts';
import { cipherAlgorithm } from '../../../store/rowCipher.ts';
import type { Escrow } from '../../../domain/lock/record.ts';

/**
 * The data key wrapped a second time (G-3, key escrow), with a key that the platform gives only to the lock's owner after a full sign-in.
 * After a lock was given up it decrypts the unsent commands, the only data left under it.
 */
const usages = ['encrypt', 'decrypt'] as const;

function keyOf(text: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', fromBase64url(text), { name: cipherAlgorithm }, false, ['wrapKey', 'unwrapKey']);
}

/**
 * Wraps the data key with the newest escrow key; null if there is none.
 * @param keys as the platform gave them, newest first
 */
export async function escrowOf(
  dataKey: CryptoKey,
  { id, keys }: { readonly id: string; readonly keys: readonly string[] },
): Promise<Escrow | null> {
  const [newest] = keys;
  if (newest === undefined) return null;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const wrapped = await crypto.subtle.wrapKey('raw', dataKey, await keyOf(newest), { name: cipherAlgorithm, iv });
  return { id, iv: toBase64url(iv), wrapped: toBase64url(new Uint8Array(wrapped)) };
}

/** The data key, non-extractable; null if none of the keys unwraps it, because the platform's secret was changed too long ago. */
export async function openEscrow({ iv, wrapped }: Escrow, keys: readonly string[]): Promise<CryptoKey | null> {
  for (const text of keys) {
    const by = { name: cipherAlgorithm, iv: fromBase64url(iv) };
    const opened = await keyOf(text)
      .then((key) => crypto.subtle.unwrapKey('raw', fromBase64url(wrapped), key, by, cipherAlgorithm, false, usages))
      .catch(() => null); // wrapped with another key
    if (opened !== null) return opened;
  }
  return null;
}
