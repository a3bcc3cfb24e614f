/** Set by the bundler: whether this run has the app lock on. */
declare const __LOCKED__: boolean;

/** The same key for worker and page of one run, as the hub would hand it over; null without `--lock`. */
export async function lockKey(): Promise<CryptoKey | null> {
  if (!__LOCKED__) return null;
  return crypto.subtle.importKey('raw', new Uint8Array(32).fill(7), 'AES-GCM', false, ['encrypt', 'decrypt']);
}
