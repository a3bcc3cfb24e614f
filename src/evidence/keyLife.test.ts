import { describe, expect, it } from 'vitest';
import { makeKey, makePack, signRaw } from '../../tests/builders/evidencePack.ts';
import { canonicalManifestPayload } from '../domain/records/manifest.ts';
import { proofOfTime, timeFault } from './keyLife.ts';
import { lintKeys } from './keys.ts';
import { checkSigned } from './verify.ts';

const key = makeKey('ukweli-2025-11-01-one');
const at = '2025-11-18T11:26:06.000Z';
const life = { notBefore: '2025-11-01T00:00:00.000Z', retiredAt: '2025-11-10T00:00:00.000Z' };

/** Verdict on a pack signed at that time, with these members added to its key in the set. */
async function signedAt(signatureTimestamp: string, told: Readonly<Record<string, unknown>>) {
  const pack = makePack(key);
  const payload = canonicalManifestPayload({ packId: pack.packId, tenantId: 'demo', manifestHash: pack.manifestHash, signatureTimestamp });
  const jwsSignature = signRaw(JSON.stringify({ alg: 'RS256', kid: key.kid, typ: 'evidence-manifest+jws' }), payload, key.privateKey);
  const keys = { set: lintKeys([{ ...key.jwk, ...told }]), fetchedAt: null };
  return checkSigned({ ...pack, signatureTimestamp, jwsSignature }, keys, 'demo', at);
}

describe('the life of a key', () => {
  it.each([
    ['within it', '2025-11-05T00:00:00.000Z', life],
    ['at its very ends', life.notBefore, life],
    ['at the moment it is retired', life.retiredAt, life],
    ['by a key that is not retired', '2025-11-18T11:00:00.000Z', { notBefore: life.notBefore }],
    ['by a key of a set that tells no dates', '2025-03-01T00:00:00.000Z', {}],
    ['by a clock that is five minutes ahead', '2025-11-18T11:31:06.000Z', { notBefore: life.notBefore }],
  ])('a signature %s counts', { tags: ['P-6'] }, async (_, time, told) => {
    expect(await signedAt(time, told)).toMatchObject({ state: 'passed' });
  });

  it.each([
    ['after its key was retired', '2025-11-10T00:00:00.001Z', life, 'signed_after_retirement', 'Signed after its key was retired'],
    ['before its key was valid', '2025-10-31T23:59:59.999Z', life, 'signed_before_valid', 'Signed before its key was valid'],
    ['in 1970', '1970-01-01T00:00:00.000Z', life, 'signed_before_valid', 'Signed before its key was valid'],
    ['in 1970, by a key without dates', '1970-01-01T00:00:00.000Z', {}, 'signed_before_valid', 'Signed before its key was valid'],
    ['in 2031', '2031-01-01T00:00:00.000Z', { notBefore: life.notBefore }, 'signed_in_future', 'Signed in the future'],
    ['in 2031, by a key without dates', '2031-01-01T00:00:00.000Z', {}, 'signed_in_future', 'Signed in the future'],
    ['more than five minutes ahead', '2025-11-18T11:31:06.001Z', {}, 'signed_in_future', 'Signed in the future'],
  ])('%s a signature fails by name, though it is the key’s', { tags: ['P-6', 'A-18'] }, async (_, time, told, code, name) => {
    const part = await signedAt(time, told);
    expect(part).toMatchObject({ state: 'failed', code });
    expect(part.state === 'failed' && part.reasons.join()).toContain(name);
  });

  it('a check that does not know its own time lets nothing pass', { tags: ['P-6'] }, () => {
    expect(timeFault('2025-11-05T00:00:00Z', { notBefore: null, retiredAt: null }, '')?.code).toBe('signed_in_future');
    expect(timeFault('yesterday', { notBefore: null, retiredAt: null }, at)?.code).toBe('payload_mismatch');
  });

  it.each([
    ['a number', { notBefore: 1 }],
    ['no time', { retiredAt: 'never' }],
    ['nothing', { retiredAt: null }],
    ['an end before the beginning', { notBefore: life.retiredAt, retiredAt: life.notBefore }],
  ])('a key whose dates are %s is refused, and the others are not', { tags: ['P-6'] }, (_, told) => {
    const other = makeKey('other').jwk;
    const set = lintKeys([{ ...key.jwk, ...told }, other]);
    expect([...set.trusted.keys()]).toEqual(['other']);
    expect(set.refused[0]?.reasons.join()).toMatch(/notBefore|retiredAt/);
  });

  it('a key that was retired in the very moment at which it was to begin is one of the set: nothing about it is wrong', {
    tags: ['P-6'],
  }, () => {
    const set = lintKeys([{ ...key.jwk, notBefore: life.notBefore, retiredAt: life.notBefore }]);
    expect([[...set.trusted.keys()], set.refused]).toEqual([[key.kid], []]);
  });

  it('the entry that seals a pack proves the time of its signature, and shows one that is younger than itself', { tags: ['P-6'] }, () => {
    const entry = { timestamp: '2025-11-18T10:52:00.000Z', vrfId: 'VRF-001247', chainIndex: 1246 };
    expect(proofOfTime('2025-11-18T10:21:54Z', entry)).toEqual({
      existedBy: entry.timestamp,
      vrfId: 'VRF-001247',
      chainIndex: 1246,
      agrees: true,
    });
    expect(proofOfTime('2025-11-18T10:57:01Z', entry).agrees).toBe(false);
  });
});
