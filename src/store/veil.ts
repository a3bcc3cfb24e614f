import { createHmac } from '../domain/sha256.ts';
import { sealAlgorithm } from './sealing.ts';
import { askedUnder } from './veilKeys.ts';
import { isVeiled, type Veil, veilMark } from './veiled.ts';

/**
 * What stands in the columns under a lock (G-4). Ids, sites, acts and names stand there as a keyed code, HMAC-SHA-256 cut to 135 bits: rows are found by what equals, and
 * nobody without the lock's key can tell what that is. Moments stand there stretched and moved by the key, so that they sort as they did and are none that a calendar knows:
 * order and rhythm stay visible, which an order key cannot hide.
 */

const encoder = new TextEncoder();
const label = encoder.encode('ukweli blind index 1');
/** Numbers up to which a moment keeps its order: the year 2170 at the widest stretch. */
const last = Number.MAX_SAFE_INTEGER;
const leastStretch = 256;
/** Texts whose code is kept: statuses, sites, people are few and stand in every row. */
const mostKept = 2_000;

/** A code of 135 bits as nine characters of 15 bits, none of which is half of a pair: two bytes each on the disk. */
function written(words: Int32Array): string {
  let text = veilMark;
  for (let at = 0, bit = 0; at < 9; at += 1, bit += 15) {
    const [word, shift] = [bit >> 5, bit & 31];
    const pair = (BigInt((words[word] ?? 0) >>> 0) << 32n) | BigInt((words[word + 1] ?? 0) >>> 0);
    text += String.fromCodePoint(0x100 + Number((pair >> BigInt(49 - shift)) & 0x7fffn));
  }
  return text;
}

/** The veil of a lock, by a key that is derived from its data key: it opens nothing, and never leaves memory. */
export async function createVeil(dataKey: CryptoKey): Promise<Veil> {
  // What the data key makes of nothing, at a place where it seals nothing else: the vectors of sealings are random.
  const derived = await crypto.subtle.encrypt(
    { name: sealAlgorithm, iv: new Uint8Array(12), additionalData: label },
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
    if (kept.size >= mostKept) kept.clear();
    kept.set(value, made);
    return made;
  };
  return {
    text,
    over: (table) => askedUnder({ text }, table),
    moment: (value) => {
      if (Number.isNaN(value)) return value;
      // The rest of the stretch is the moment's own: the distances have no common measure that would tell it.
      const [own = 0] = Number.isFinite(value) ? code(`moment ${value}`) : [];
      return Math.max(-last, Math.min(last, Math.floor(value) * stretch + ((own >>> 0) % stretch) + moved));
    },
  };
}
