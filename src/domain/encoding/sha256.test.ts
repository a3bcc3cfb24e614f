import { createHash, createHmac as referenceHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHmac, createSha256Stream } from './sha256.ts';

function streamed(chunks: readonly Uint8Array[]): string {
  const stream = createSha256Stream();
  for (const chunk of chunks) stream.update(chunk);
  return stream.digest();
}

describe('streaming SHA-256', () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq', '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1'],
  ])('gives the vectors of FIPS 180-4: %j', { tags: ['D-8'] }, (text, digest) => {
    expect(streamed([Buffer.from(text)])).toBe(digest);
  });

  it('gives the digest of a million a in uneven chunks', { tags: ['D-8'] }, () => {
    const chunks = Array.from({ length: 1000 }, () => new Uint8Array(1000).fill(0x61));
    expect(streamed(chunks)).toBe('cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0');
  });

  it('agrees with node:crypto however the bytes are cut', { tags: ['D-8'] }, () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 12 }), (chunks) => {
        expect(streamed(chunks)).toBe(createHash('sha256').update(Buffer.concat(chunks)).digest('hex'));
      }),
      { numRuns: 400 },
    );
  });

  it('agrees at every length around the ends of blocks', { tags: ['D-8'] }, () => {
    for (let length = 0; length <= 260; length += 1) {
      const bytes = new Uint8Array(length).fill(length & 0xff);
      expect(streamed([bytes])).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
  });

  // The length is written in bits as two 32-bit words: from this size the upper one is needed.
  it('gives the digest of 512 MiB of zeros', { tags: ['M-13', 'D-8'] }, () => {
    const stream = createSha256Stream();
    const part = new Uint8Array(4 * 1024 * 1024);
    for (let count = 0; count < 128; count += 1) stream.update(part);
    expect(stream.digest()).toBe('9acca8e8c22201155389f65abbf6bc9723edc7384ead80503839f49dcc56d767');
  });
});

it('the keyed code of a message agrees with node:crypto, whatever key and message', { tags: ['G-4'] }, () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.string({ unit: 'grapheme', maxLength: 200 }), (key, text) => {
      const words = createHmac(key)(Buffer.from(text));
      const hex = [...words].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
      expect(hex).toBe(referenceHmac('sha256', key).update(text).digest('hex'));
    }),
    { numRuns: 400 },
  );
});
