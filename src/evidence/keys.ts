import { base64url } from 'jose';
import { isoTimeSchema } from '../contracts/primitives.ts';
import { z } from '../contracts/zod.ts';
import { clip } from './messages.ts';

/** A key that passed the lint, reduced to what verification needs: nothing else of the set reaches the crypto library. */
export interface TrustedKey {
  readonly kid: string;
  readonly n: string;
  readonly e: string;
  /** Modulus length. */
  readonly bits: number;
  /** From when on, and until when, its signatures count; epoch milliseconds. Null: the set does not tell, or the key is not retired. */
  readonly notBefore: number | null;
  readonly retiredAt: number | null;
}

export interface RefusedKey {
  /** Null where the key names none. */
  readonly kid: string | null;
  readonly reasons: readonly string[];
}

/** A key set, judged. A Map, so that a kid of `__proto__` is a name like any other. */
export interface KeySet {
  readonly trusted: ReadonlyMap<string, TrustedKey>;
  readonly refused: readonly RefusedKey[];
}

const MIN_BITS = 2048;
/** Larger moduli only cost time; a hostile set must not stall the verifier. */
const MAX_BITS = 8192;
const MAX_KEYS = 100;
const MAX_KID_LENGTH = 128;
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'] as const;

/** Primes for which the RSALib generator of CVE-2017-15361 (ROCA) puts every modulus into the subgroup that 65537 generates. */
const rocaPrimes = [11, 13, 17, 19, 37, 53, 61, 71, 73, 79, 97, 103, 107, 109, 127, 151, 157];

function generated(prime: number): ReadonlySet<number> {
  const members = new Set<number>();
  for (let power = 1; !members.has(power); power = (power * 65_537) % prime) members.add(power);
  return members;
}
const rocaMarks = rocaPrimes.map((prime) => ({ prime: BigInt(prime), members: generated(prime) }));

/** The bytes of a canonical, unpadded base64url text, or null: a second spelling of one key is refused. */
function decode(text: unknown): Uint8Array | null {
  if (typeof text !== 'string' || text.length === 0 || text.length > 4096 || !/^[A-Za-z0-9_-]+$/.test(text)) return null;
  try {
    const bytes = base64url.decode(text);
    return base64url.encode(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}

function integerOf(bytes: Uint8Array): bigint {
  let hex = '0';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return BigInt(`0x${hex}`);
}

/** A time of the key's life, epoch milliseconds; null where the key has none. One that cannot be read is a reason: a key whose end is not known signs for ever. */
function moment(jwk: Readonly<Record<string, unknown>>, member: 'notBefore' | 'retiredAt', reasons: string[]): number | null {
  const told = jwk[member];
  if (told === undefined) return null;
  const ms = typeof told === 'string' && z.safeParse(isoTimeSchema, told).success ? Date.parse(told) : Number.NaN;
  if (!Number.isNaN(ms)) return ms;
  reasons.push(`${member} is not a time`);
  return null;
}

function judge(jwk: Readonly<Record<string, unknown>>): { readonly key: TrustedKey | null; readonly reasons: readonly string[] } {
  const reasons: string[] = [];
  const { kid, kty, use, alg } = jwk;
  if (typeof kid !== 'string' || kid.length === 0) reasons.push('names no kid');
  else if (kid.length > MAX_KID_LENGTH) reasons.push(`kid is longer than ${MAX_KID_LENGTH} characters`);
  if (kty !== 'RSA') reasons.push('is not an RSA key');
  if (use !== 'sig') reasons.push('is not for signatures (use is not sig)');
  if (alg !== 'RS256') reasons.push('alg is not RS256');
  const ops = jwk['key_ops'];
  if (ops !== undefined && !(Array.isArray(ops) && ops.length === 1 && ops[0] === 'verify'))
    reasons.push('key_ops allows more than verify');
  // A set that shows a private member has given that key to everybody who can read the set.
  if (privateMembers.some((member) => member in jwk)) reasons.push('holds private key members');

  const modulus = decode(jwk['n']);
  const exponent = decode(jwk['e']);
  let bits = 0;
  if (modulus === null || modulus[0] === 0) reasons.push('n is not a canonical base64url integer');
  else {
    const n = integerOf(modulus);
    bits = n.toString(2).length;
    if (bits < MIN_BITS) reasons.push(`modulus has ${bits} bits, fewer than ${MIN_BITS}`);
    if (bits > MAX_BITS) reasons.push(`modulus has ${bits} bits, more than ${MAX_BITS}`);
    if (n % 2n === 0n) reasons.push('modulus is even');
    if (bits <= MAX_BITS && rocaMarks.every(({ prime, members }) => members.has(Number(n % prime))))
      reasons.push('modulus bears the mark of a broken generator (ROCA)');
  }
  if (exponent === null || exponent[0] === 0 || exponent.length > 4)
    reasons.push('e is not a canonical base64url integer of at most 32 bits');
  else {
    const e = integerOf(exponent);
    if (e < 65_537n) reasons.push(`exponent ${e} is below 65537`);
    if (e % 2n === 0n) reasons.push('exponent is even');
  }
  const notBefore = moment(jwk, 'notBefore', reasons);
  const retiredAt = moment(jwk, 'retiredAt', reasons);
  if (notBefore !== null && retiredAt !== null && retiredAt < notBefore) reasons.push('retiredAt is before notBefore');
  if (reasons.length > 0) return { key: null, reasons };
  return { key: { kid: kid as string, n: jwk['n'] as string, e: jwk['e'] as string, bits, notBefore, retiredAt }, reasons }; // strings, or a reason was given above
}

/**
 * Judges every key of a set (D-7, C-82): RSA from 2048 bits, odd modulus, exponent from 65537, `use: sig`, `alg: RS256`, kid required and
 * unique, no private members. jose accepts weaker keys (FINDINGS), so this stands before it. One bad key does not spoil the others.
 */
export function lintKeys(keys: readonly unknown[]): KeySet {
  const trusted = new Map<string, TrustedKey>();
  const refused: RefusedKey[] = [];
  const times = new Map<string, number>();
  const objects: Readonly<Record<string, unknown>>[] = [];
  for (const key of keys.slice(0, MAX_KEYS)) {
    if (typeof key !== 'object' || key === null || Array.isArray(key)) {
      refused.push({ kid: null, reasons: ['is not a JSON object'] });
      continue;
    }
    const jwk = key as Readonly<Record<string, unknown>>; // a JSON object: every member unknown
    objects.push(jwk);
    if (typeof jwk['kid'] === 'string') times.set(jwk['kid'], (times.get(jwk['kid']) ?? 0) + 1);
  }
  if (keys.length > MAX_KEYS) refused.push({ kid: null, reasons: [`the set holds more than ${MAX_KEYS} keys; the rest was not read`] });
  for (const jwk of objects) {
    const { key, reasons } = judge(jwk);
    const kid = typeof jwk['kid'] === 'string' ? jwk['kid'] : null;
    // With two keys of one kid, which one signed is a guess: neither is trusted.
    const doubled = kid !== null && (times.get(kid) ?? 0) > 1 ? ['kid is used by two keys of the set'] : [];
    if (key !== null && doubled.length === 0) trusted.set(key.kid, key);
    else refused.push({ kid: kid === null ? null : clip(kid), reasons: [...reasons, ...doubled] });
  }
  return { trusted, refused };
}
