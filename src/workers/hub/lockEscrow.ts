import { fromBase64url, toBase64url } from '../../domain/base64url.ts';
import { sealAlgorithm } from '../../store/sealing.ts';
import type { Escrow } from '../../store/storedLock.ts';

/**
 * The data key wrapped a second time (G-3, key escrow), under a key that the platform hands to the lock's owner alone after a full sign-in: once a lock was given up it opens what was decided and not
 * sent, which is all that is left under it.
 */
const usages = ['encrypt', 'decrypt'] as const;

function keyOf(text: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', fromBase64url(text), { name: sealAlgorithm }, false, ['wrapKey', 'unwrapKey']);
}

/** @param keys as the platform gave them, the newest first */
export async function escrowOf(
  dataKey: CryptoKey,
  { id, keys }: { readonly id: string; readonly keys: readonly string[] },
): Promise<Escrow | null> {
  const [newest] = keys;
  if (newest === undefined) return null;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const wrapped = await crypto.subtle.wrapKey('raw', dataKey, await keyOf(newest), { name: sealAlgorithm, iv });
  return { id, iv: toBase64url(iv), wrapped: toBase64url(new Uint8Array(wrapped)) };
}

/** The data key, not to be read out; null where none of the keys opens it: the platform's secret was changed too long ago. */
export async function openEscrow({ iv, wrapped }: Escrow, keys: readonly string[]): Promise<CryptoKey | null> {
  for (const text of keys) {
    const by = { name: sealAlgorithm, iv: fromBase64url(iv) };
    const opened = await keyOf(text)
      .then((key) => crypto.subtle.unwrapKey('raw', fromBase64url(wrapped), key, by, sealAlgorithm, false, usages))
      .catch(() => null); // wrapped by another
    if (opened !== null) return opened;
  }
  return null;
}
