import { describe, expect, it } from 'vitest';
import { makeCheckpoint } from '../../tests/builders/checkpoints.ts';
import { makeKey, makePack, sha256 } from '../../tests/builders/evidencePack.ts';
import type { Checkpoint } from '../contracts/checkpoint.ts';
import { judgeCheckpoint } from './checkpoint.ts';
import { lintKeys } from './keys.ts';

const key = makeKey('ukweli-2025-11-01-one');
const at = '2025-11-18T11:26:06.000Z';
const set = lintKeys([key.jwk]);
const judge = (checkpoint: Checkpoint, tenantId: string | null = 'demo') => judgeCheckpoint(checkpoint, set, tenantId, at);

describe('a signed checkpoint', () => {
  it('is the platform’s word about tenant, chain, place, seal and time', { tags: ['P-9', 'D-47'] }, async () => {
    expect(await judge(makeCheckpoint(key))).toMatchObject({ ok: true, kid: key.kid, tenantId: 'demo' });
  });

  it.each<[string, Partial<Checkpoint>]>([
    ['tenant', { tenantId: 'kampala' }],
    ['chain', { chain: 'record' }],
    ['place', { index: 998 }],
    ['seal', { seal: sha256('another link') }],
    ['time', { at: '2025-11-18T11:00:01.000Z' }],
    ['signature', { jws: makePack(key).jwsSignature }],
  ])('with another %s it is nobody’s', { tags: ['P-9'] }, async (_, change) => {
    expect(await judge({ ...makeCheckpoint(key), ...change }, null)).toMatchObject({ ok: false });
  });

  it('of another tenant, by a strange key, and of a time outside of its key’s life it does not count', { tags: ['P-9'] }, async () => {
    expect(await judge(makeCheckpoint(key, { tenantId: 'kampala' }))).toMatchObject({ ok: false, code: 'wrong_tenant' });
    expect(await judge(makeCheckpoint(makeKey('field-unit-07')))).toMatchObject({ ok: false, code: 'unknown_kid' });
    expect(await judge(makeCheckpoint(key, { at: '2031-01-01T00:00:00.000Z' }))).toMatchObject({ ok: false, code: 'signed_in_future' });
  });
});
