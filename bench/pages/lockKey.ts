/** Set by the bundler: whether the app lock is on in this run. */
declare const __LOCKED__: boolean;

/** The row key shared by worker and page, as the hub would hand it over; null without `--lock`. */
export async function lockKey(): Promise<CryptoKey | null> {
  if (!__LOCKED__) return null;
  return crypto.subtle.importKey('raw', new Uint8Array(32).fill(7), 'AES-GCM', false, ['encrypt', 'decrypt']);
}
