import { createHmac } from '../domain/encoding/sha256.ts';
import { cipherAlgorithm } from './rowCipher.ts';
import { askedUnder } from './veilKeys.ts';
import { isVeiled, type Veil, veilMark } from './veiled.ts';

/**
 * The form of columns under a lock (G-4), a blind index. Ids, sites, actions and names become a keyed code, HMAC-SHA-256 truncated to 135
 * bits: equality queries work, and the values stay secret without the lock's key. Times are scaled and shifted with the key: they keep
 * their order but no longer are calendar times. Order and rhythm stay visible, which no order-preserving code can hide.
 */

const encoder = new TextEncoder();
const label = encoder.encode('ukweli blind index 1');
/** Largest veiled time with a preserved order: the year 2170 at the maximum scale. */
const last = Number.MAX_SAFE_INTEGER;
const leastStretch = 256;
/** Maximum number of cached codes: statuses, sites and people are few and occur in every row. */
const maxKept = 2_000;

/** A code of 135 bits as nine characters of 15 bits, none a surrogate: two bytes each on the disk. */
function written(words: Int32Array): string {
  let text = veilMark;
  for (let at = 0, bit = 0; at < 9; at += 1, bit += 15) {
    const [word, shift] = [bit >> 5, bit & 31];
    const pair = (BigInt((words[word] ?? 0) >>> 0) << 32n) | BigInt((words[word + 1] ?? 0) >>> 0);
    text += String.fromCodePoint(0x100 + Number((pair >> BigInt(49 - shift)) & 0x7fffn));
  }
  return text;
}

/** The veil of a lock. Its key is derived from the data key; it decrypts nothing and never leaves memory. */
export async function createVeil(dataKey: CryptoKey): Promise<Veil> {
  // Key derivation: encrypts zeros with a fixed iv and label that are not used otherwise; all other encryptions have random ivs.
  const derived = await crypto.subtle.encrypt(
    { name: cipherAlgorithm, iv: new Uint8Array(12), additionalData: label },
    dataKey,
    new Uint8Array(32),
  );
  const hmac = createHmac(new Uint8Array(derived));
  const code = (value: string): Int32Array => hmac(encoder.encode(value));
  const [a = 0, b = 0, c = 0] = code('moments');
  const stretch = leastStretch + ((a >>> 0) % (3 * leastStretch));
  const moved = ((b >>> 0) % 2 ** 19) * 2 ** 32 + (c >>> 0);
  const kept = new Map<string, string>();
  const text = (value: string): string => {
    if (isVeiled(value)) return value;
    const known = kept.get(value);
    if (known !== undefined) return known;
    const made = written(code(value));
    if (kept.size >= maxKept) kept.clear();
    kept.set(value, made);
    return made;
  };
  return {
    text,
    over: (table) => askedUnder({ text }, table),
    moment: (value) => {
      if (Number.isNaN(value)) return value;
      // The remainder within the scale depends on the time itself, so that differences have no common divisor that would reveal the scale.
      const [own = 0] = Number.isFinite(value) ? code(`moment ${value}`) : [];
      return Math.max(-last, Math.min(last, Math.floor(value) * stretch + ((own >>> 0) % stretch) + moved));
    },
  };
}
