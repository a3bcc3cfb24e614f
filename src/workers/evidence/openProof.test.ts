import { describe, expect, it } from 'vitest';
import { makeKey } from '../../../tests/builders/evidencePack.ts';
import { makeProof } from '../../../tests/builders/proof.ts';
import { MAX_PROOF_FILE_BYTES } from '../../evidence/proof/parse.ts';
import { openProof } from './openProof.ts';

const key = makeKey('ukweli-2025-11');
const at = '2025-11-18T12:30:00Z';
const trusted = { held: { keys: [key.jwk], fetchedAt: '2025-11-18T12:00:00.000Z' }, from: 'platform' } as const;
const open = (content: string | Uint8Array<ArrayBuffer>) => openProof({ file: new Blob([content]), files: null, trusted }, at);
const text = JSON.stringify(makeProof(key, 'payment'));

describe('a file that somebody opens as a proof', { tags: ['P-10'] }, () => {
  it('is checked by the keys of the platform, and says which links it stands on', { tags: ['P-10'] }, async () => {
    const opened = await open(text);
    expect(opened).toMatchObject({
      state: 'checked',
      verdict: { outcome: 'verified', keysFrom: 'platform' },
      standing: { tenantId: 'demo' },
    });
    expect(opened.state === 'checked' && opened.standing.seals.map(({ chainIndex }) => chainIndex)).toEqual([4, 5, 6, 7, 8, 9]);
  });

  it.each([
    ['of 50 MB', new Uint8Array(50 * 1024 * 1024), /^It is 5\d(\.\d)? MB, and no proof is larger/],
    ['that is empty', '', /^It is empty$/],
    ['that is no text', new Uint8Array([0xff, 0xfe, 0x00]), /not UTF-8 text/],
    ['that is no JSON', 'hello', /./],
    ['of other JSON', '{"packId":"EP-1"}', /^format: not ukweli-proof\/1$/],
    ['of a number', '7', /^format: not ukweli-proof\/1$/],
    ['nested a million deep', '['.repeat(1_000_000), /deep/],
    ['with a name twice', text.replace('"tenantId"', '"format":"ukweli-proof/1","tenantId"'), /twice|duplicate/i],
    ['with a member more', text.replace('{"format"', '{"verified":true,"format"'), /./],
    ['that ends early', text.slice(0, -200), /./],
  ])('%s gets a clear answer, and no verdict', { tags: ['P-10', 'A-18'] }, async (_, content, reason) => {
    const opened = await open(content);
    expect(opened.state).toBe('unusable');
    expect(opened.state === 'unusable' && opened.reasons.join('\n')).toMatch(reason);
  });

  it('of exactly the greatest size is read; with one byte more it is not', { tags: ['M-13', 'P-10'] }, async () => {
    const longest = text.padEnd(MAX_PROOF_FILE_BYTES - new TextEncoder().encode(text).length + text.length);
    expect(await open(longest)).toMatchObject({ state: 'checked', verdict: { outcome: 'verified' } });
    expect(await open(`${longest} `)).toMatchObject({ state: 'unusable', reasons: [expect.stringMatching(/no proof is larger/)] });
  });

  it('that can be read no more is told so', { tags: ['P-10'] }, async () => {
    const gone = new Blob(['x']);
    Object.defineProperty(gone, 'arrayBuffer', { value: () => Promise.reject(new DOMException('gone', 'NotReadableError')) });
    expect(await openProof({ file: gone, files: null, trusted }, at)).toEqual({
      state: 'unusable',
      reasons: ['It cannot be read: it was moved, changed or taken away since it was picked'],
    });
  });
});
