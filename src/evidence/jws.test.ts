import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeKey, makePack } from '../../tests/builders/evidencePack.ts';
import { readJws, verifyJws } from './jws.ts';
import { lintKeys } from './keys.ts';

const key = makeKey('ukweli-2025-11');
const jws = makePack(key).jwsSignature;
/** A copy of the key that was never imported; imports are cached per object. */
const fresh = () => {
  const [trusted] = lintKeys([key.jwk]).trusted.values();
  if (trusted === undefined) throw new Error('no key');
  return { ...trusted };
};
const refusing = (name: string) => vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('no', name));

describe('a signature', { tags: ['M-13', 'C-71'] }, () => {
  afterEach(() => vi.restoreAllMocks());

  it('is this key’s or not', async () => {
    expect(await verifyJws(jws, fresh())).toBe(true);
    const [header, payload, signature = ''] = jws.split('.');
    const other = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    expect(await verifyJws([header, payload, other].join('.'), fresh())).toBe(false);
  });

  it.each(['DataError', 'OperationError'])('is nobody’s where the engine cannot take the key (%s), which is a verdict', async (name) => {
    refusing(name);
    expect(await verifyJws(jws, fresh())).toBe(false);
  });

  it('has no verdict where there is no cryptography: that is never told as a forged one', async () => {
    refusing('NotSupportedError');
    await expect(verifyJws(jws, fresh())).rejects.toThrow('no');
  });
});

it.each(['null', '"alg"', '12', 'true', '[]'])(
  'a header that is %s and no object is refused as such, and ends nothing',
  { tags: ['M-13', 'D-7'] },
  (header) => {
    const [, ...rest] = jws.split('.');
    expect(readJws([Buffer.from(header).toString('base64url'), ...rest].join('.'), 'x')).toEqual({
      ok: false,
      code: 'jws_header',
      reason: 'The protected header is not a JSON object',
    });
  },
);

it('what lacks one of its three parts, or has a fourth, is no signature in the compact form', { tags: ['D-7'] }, () => {
  const parts = jws.split('.');
  const broken = [
    [],
    ...[0, 1, 2].map((gone) => parts.map((part, place) => (place === gone ? '' : part))),
    parts.slice(0, 2),
    [...parts, 'AA'],
  ];
  for (const each of broken)
    expect(readJws(each.join('.'), 'x'), each.join('.').slice(0, 40)).toMatchObject({
      ok: false,
      code: 'jws_form',
      reason: expect.stringContaining('compact JWS of three parts'),
    });
});
