import { describe, expect, it } from 'vitest';
import { b64, makeKey } from '../../tests/builders/evidencePack.ts';
import { lintKeys } from './keys.ts';

const good = makeKey('good').jwk;
const modulus = Buffer.from(String(good['n']), 'base64url');
const reasonsFor = (change: Readonly<Record<string, unknown>>): string =>
  lintKeys([{ ...good, ...change }])
    .refused.flatMap(({ reasons }) => reasons)
    .join('; ');

/** A 2048-bit modulus with the ROCA fingerprint: congruent to a power of 65537 modulo the product of the first primes. */
function markedModulus(): string {
  const product = [
    3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, 113, 127, 131, 137,
    139, 149, 151, 157, 163, 167,
  ].reduce((all, prime) => all * BigInt(prime), 1n);
  const residue = 65_537n ** 5n % product;
  let n = residue + product * ((1n << 2047n) / product + 1n);
  if (n % 2n === 0n) n += product;
  return Buffer.from(n.toString(16).padStart(512, '0'), 'hex').toString('base64url');
}

describe('key lint', () => {
  it('trusts a proper key and keeps only what verification needs', { tags: ['C-82', 'D-7'] }, () => {
    const set = lintKeys([{ ...good, x5c: ['MII'] }]);
    expect(set.refused).toEqual([]);
    expect([...set.trusted.values()]).toEqual([{ kid: 'good', n: good['n'], e: good['e'], bits: 2048, notBefore: null, retiredAt: null }]);
  });

  it.each([
    ['1024 bits', { n: makeKey('x', 1024).jwk['n'] }, 'fewer than 2048'],
    ['exponent 1', { e: b64(Uint8Array.of(1)) }, 'below 65537'],
    ['exponent 3', { e: b64(Uint8Array.of(3)) }, 'below 65537'],
    ['even exponent', { e: b64(Uint8Array.of(1, 0, 2)) }, 'even'],
    ['huge exponent', { e: b64(new Uint8Array(200).fill(255)) }, '32 bits'],
    ['even modulus', { n: b64(Uint8Array.from([...modulus.subarray(0, -1), 2])) }, 'modulus is even'],
    ['zeros before the modulus', { n: b64(Uint8Array.from([0, ...modulus])) }, 'canonical'],
    ['huge modulus', { n: b64(new Uint8Array(2048).fill(255)) }, 'more than 8192'],
    ['a modulus that is too long to be read at all', { n: b64(new Uint8Array(4096).fill(255)) }, 'canonical'],
    ['padding', { n: `${String(good['n'])}==` }, 'canonical'],
    ['ROCA', { n: markedModulus() }, 'ROCA'],
    ['use enc', { use: 'enc' }, 'use is not sig'],
    ['no use', { use: undefined }, 'use is not sig'],
    ['alg PS256', { alg: 'PS256' }, 'alg is not RS256'],
    ['no alg', { alg: undefined }, 'alg is not RS256'],
    ['kty EC', { kty: 'EC' }, 'not an RSA key'],
    ['kty oct', { kty: 'oct', k: 'AA' }, 'not an RSA key'],
    ['private member d', { d: 'AA' }, 'private'],
    ['key_ops sign', { key_ops: ['sign', 'verify'] }, 'key_ops'],
    ['key_ops verify and sign', { key_ops: ['verify', 'sign'] }, 'key_ops'],
    ['key_ops sign alone', { key_ops: ['sign'] }, 'key_ops'],
    ['no kid', { kid: undefined }, 'names no kid'],
    ['empty kid', { kid: '' }, 'names no kid'],
    ['kid that is no text', { kid: 7 }, 'names no kid'],
    ['100 kB kid', { kid: 'k'.repeat(100_000) }, 'longer than 128'],
  ])('refuses %s', { tags: ['C-82', 'D-7'] }, (_, change, reason) => {
    expect(reasonsFor(change)).toContain(reason);
  });

  it('trusts a modulus of 8192 bits, and none that is a bit longer', { tags: ['M-13', 'D-7'] }, () => {
    const longest = new Uint8Array(1024).fill(255);
    expect(reasonsFor({ n: b64(longest) })).toBe('');
    expect(reasonsFor({ n: b64(Uint8Array.of(1, ...longest)) })).toBe('modulus has 8193 bits, more than 8192');
  });

  it('names every fault of a key', { tags: ['C-82'] }, () => {
    expect(lintKeys([{ ...good, use: 'enc', alg: 'RS512', e: 'AQ' }]).refused[0]?.reasons).toHaveLength(3);
  });

  it('trusts neither of two keys of one kid, and still trusts the others', { tags: ['C-82', 'D-7'] }, () => {
    const set = lintKeys([good, makeKey('good').jwk, makeKey('next').jwk, null, 7, 'key', []]);
    expect([...set.trusted.keys()]).toEqual(['next']);
    expect(set.refused).toHaveLength(6);
  });

  it('reads a hundred keys, and says so where the set holds more', { tags: ['D-7'] }, () => {
    const keys = Array.from({ length: 101 }, (_, place) => ({ ...good, kid: `k${place}` }));
    expect(lintKeys(keys.slice(0, 100)).refused).toEqual([]);
    const more = lintKeys(keys);
    expect(more.trusted.has('k99')).toBe(true);
    expect(more.trusted.has('k100')).toBe(false);
    expect(more.refused.map(({ reasons }) => reasons.join())).toEqual([expect.stringContaining('more than 100 keys')]);
  });

  it('a kid of __proto__ is a name like any other', { tags: ['D-7'] }, () => {
    const set = lintKeys([JSON.parse(JSON.stringify({ ...good, kid: '__proto__' }))]);
    expect(set.trusted.has('__proto__')).toBe(true);
    expect(set.trusted.has('toString')).toBe(false);
  });
});
