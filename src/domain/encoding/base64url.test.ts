import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromBase64url, toBase64url } from './base64url.ts';

it('writes bytes as Node does, and reads them back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      expect(toBase64url(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
      expect([...fromBase64url(toBase64url(bytes))]).toEqual([...bytes]);
    }),
  );
});
