import { constants, createHash, createHmac, createPublicKey, createVerify, type KeyObject, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { driveRun } from '../../src/evidence/drive.ts';
import { lintKeys } from '../../src/evidence/keys.ts';
import { noteUnknownKid, noUnknownKids } from '../../src/evidence/unknownKid.ts';
import { checkIntact, checkSigned } from '../../src/evidence/verify.ts';
import { createRunDeps } from '../../src/screens/evidence/runDeps.ts';
import { b64, makeKey, makePack, signRaw, type TestKey } from '../builders/evidencePack.ts';
import { expectRefused, judge } from './evidenceCase.ts';

const key = makeKey('ukweli-2025-11');
const attacker = makeKey('attacker');
const pack = makePack(key);
const typ = 'evidence-manifest+jws';
const good = { alg: 'RS256', kid: key.kid, typ };
const [head64, body64, sig64] = pack.jwsSignature.split('.') as [string, string, string]; // compact: three parts
const payload = Buffer.from(body64, 'base64url').toString('utf8');
const refusal = 'JWS signature verification failed';

/** A compact JWS over exactly this header, signed with `how`. */
function forged(header: Readonly<Record<string, unknown>>, how: (input: Buffer) => Uint8Array): string {
  const input = `${b64(JSON.stringify(header))}.${body64}`;
  return `${input}.${b64(how(Buffer.from(input)))}`;
}
const hmac = (secret: string | Buffer) => (input: Buffer) => createHmac('sha256', secret).update(input).digest();
const pss = (hash: string, by: KeyObject) => (input: Buffer) =>
  sign(hash, input, { key: by, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 });
const rsa = (hash: string, by: KeyObject) => (input: Buffer) => sign(hash, input, by);
const publicKey = createPublicKey(key.privateKey);
const casings = Array.from({ length: 16 }, (_, bits) =>
  [...'none'].map((letter, at) => ((bits >> at) & 1 ? letter.toUpperCase() : letter)).join(''),
);

it('the pack that the attacks start from is good', async () => {
  expect(await judge({ manifest: pack, jwks: [key.jwk] })).toMatchObject({
    exitCode: 0,
    output: { signatureValid: true, intact: 'passed' },
  });
});

describe('signatures', { tags: ['A-1'] }, () => {
  it.each<[string, string, string]>([
    ...casings.map(
      (alg) =>
        [`alg ${alg} without a signature`, `${b64(JSON.stringify({ ...good, alg }))}.${body64}.`, 'jws_form'] satisfies [
          string,
          string,
          string,
        ],
    ),
    ...casings.map(
      (alg) =>
        [`alg ${alg} with a good one`, forged({ ...good, alg }, rsa('sha256', key.privateKey)), 'jws_header'] satisfies [
          string,
          string,
          string,
        ],
    ),
    // Algorithm confusion: the public key is not secret, so an HMAC made with it would pass a verifier that lets the header choose the
    // algorithm.
    [
      'HS256 under the public key as PEM',
      forged({ ...good, alg: 'HS256' }, hmac(publicKey.export({ format: 'pem', type: 'spki' }))),
      'jws_header',
    ],
    [
      'HS256 under the public key as DER',
      forged({ ...good, alg: 'HS256' }, hmac(publicKey.export({ format: 'der', type: 'spki' }))),
      'jws_header',
    ],
    ['HS256 under the modulus', forged({ ...good, alg: 'HS256' }, hmac(Buffer.from(String(key.jwk['n']), 'base64url'))), 'jws_header'],
    ['an HMAC that says RS256', forged(good, hmac(publicKey.export({ format: 'pem', type: 'spki' }))), 'signature_invalid'],
    ['PS256 by the right key', forged({ ...good, alg: 'PS256' }, pss('sha256', key.privateKey)), 'jws_header'],
    ['PS256 that says RS256', forged(good, pss('sha256', key.privateKey)), 'signature_invalid'],
    ['RS512 by the right key', forged({ ...good, alg: 'RS512' }, rsa('sha512', key.privateKey)), 'jws_header'],
    ['RS512 that says RS256', forged(good, rsa('sha512', key.privateKey)), 'signature_invalid'],
    ['SHA-1 that says RS256', forged(good, rsa('sha1', key.privateKey)), 'signature_invalid'],
    ['the attacker’s key embedded as jwk', forged({ ...good, jwk: attacker.jwk }, rsa('sha256', attacker.privateKey)), 'jws_header'],
    ['jku', forged({ ...good, jku: 'http://127.0.0.1:9/jwks' }, rsa('sha256', attacker.privateKey)), 'jws_header'],
    ['x5u', forged({ ...good, x5u: 'http://127.0.0.1:9/x5u' }, rsa('sha256', attacker.privateKey)), 'jws_header'],
    ['x5c', forged({ ...good, x5c: ['MIIB'] }, rsa('sha256', attacker.privateKey)), 'jws_header'],
    ['crit', forged({ ...good, crit: ['exp'], exp: 1 }, rsa('sha256', key.privateKey)), 'jws_header'],
    ['an empty crit', forged({ ...good, crit: [] }, rsa('sha256', key.privateKey)), 'jws_header'],
    ['b64 false', forged({ ...good, b64: false, crit: ['b64'] }, rsa('sha256', key.privateKey)), 'jws_header'],
    ['b64 false over the plain payload', `${b64(JSON.stringify({ ...good, b64: false }))}.${payload}.${sig64}`, 'jws_form'],
    ['the signature of another kind of record', forged({ ...good, typ: 'portfolio+jws' }, rsa('sha256', key.privateKey)), 'jws_header'],
    ['flattened JSON', JSON.stringify({ protected: head64, payload: body64, signature: sig64 }), 'jws_form'],
    ['general JSON', JSON.stringify({ payload: body64, signatures: [{ protected: head64, signature: sig64 }] }), 'jws_form'],
    [
      'two signatures in JSON',
      JSON.stringify({
        payload: body64,
        signatures: [
          { protected: head64, signature: sig64 },
          { protected: head64, signature: sig64 },
        ],
      }),
      'jws_form',
    ],
    ['two signatures in a row', `${pack.jwsSignature}.${sig64}`, 'jws_form'],
    ['two tokens', `${pack.jwsSignature},${pack.jwsSignature}`, 'jws_form'],
  ])('%s', { tags: ['A-1'] }, async (_, jwsSignature, code) => {
    await expectRefused({ manifest: { ...pack, jwsSignature }, jwks: [key.jwk, attacker.jwk] }, 'signed', code, refusal);
  });

  it('a JWS as an object in place of text is no manifest', { tags: ['A-1'] }, async () => {
    const { exitCode, output } = await judge({ manifest: { ...pack, jwsSignature: { payload: body64, signatures: [] } }, jwks: [key.jwk] });
    expect(exitCode).toBe(2);
    expect(output).toMatchObject({ unusable: true });
  });
});

describe('kid', { tags: ['A-2'] }, () => {
  const named = (kid: unknown): TestKey => ({ ...attacker, kid: kid as string }); // A hostile header may hold a kid that is not text.
  it.each([
    ['absent', signRaw(JSON.stringify({ alg: 'RS256', typ }), payload, key.privateKey), 'jws_header'],
    ['null', forged({ ...good, kid: null }, rsa('sha256', key.privateKey)), 'jws_header'],
    ['a list', forged({ ...good, kid: [key.kid] }, rsa('sha256', key.privateKey)), 'jws_header'],
    [
      'doubled in the header',
      signRaw(`{"alg":"RS256","kid":"${attacker.kid}","kid":"${key.kid}","typ":"${typ}"}`, payload, key.privateKey),
      'jws_header',
    ],
    [
      'doubled in another spelling',
      signRaw(`{"alg":"RS256","k\\u0069d":"${attacker.kid}","kid":"${key.kid}","typ":"${typ}"}`, payload, key.privateKey),
      'jws_header',
    ],
    ['100 kB long', forged({ ...good, kid: 'k'.repeat(100_000) }, rsa('sha256', key.privateKey)), 'jws_form'],
    ['2 kB long', forged({ ...good, kid: 'k'.repeat(2_000) }, rsa('sha256', key.privateKey)), 'jws_header'],
    ['that of another key of the set', forged({ ...good, kid: attacker.kid }, rsa('sha256', attacker.privateKey)), 'kid_mismatch'],
    ['with a space behind it', forged({ ...good, kid: `${key.kid} ` }, rsa('sha256', key.privateKey)), 'kid_mismatch'],
    ['in upper case', forged({ ...good, kid: key.kid.toUpperCase() }, rsa('sha256', key.privateKey)), 'kid_mismatch'],
  ])('%s', { tags: ['A-2'] }, async (_, jwsSignature, code) => {
    await expectRefused({ manifest: { ...pack, jwsSignature }, jwks: [key.jwk, attacker.jwk] }, 'signed', code, refusal);
  });

  it.each([
    'field-unit-07',
    '../../../../etc/passwd',
    '/dev/null',
    'file:///etc/passwd',
    "' or 1=1 --",
    '__proto__',
    'constructor',
    'toString',
    '%00',
    '0',
  ])('%j in manifest and header, signed by its own key, is unknown and fetches nothing', { tags: ['A-2'] }, async (kid) => {
    const before = JSON.stringify(Object.getOwnPropertyNames(Object.prototype));
    await expectRefused({ manifest: makePack(named(kid)), jwks: [key.jwk] }, 'signed', 'unknown_kid', `Unknown kid: ${kid}`);
    expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype))).toBe(before);
  });

  it('a flood of packs with strange keys: one alarm a kid; each run asks for the keys once while connected, and one a minute asks without', {
    tags: ['A-2'],
  }, async () => {
    const startedMs = Date.parse('2025-11-18T11:26:00Z');
    let now = startedMs;
    let triedAt = startedMs - 60_000;
    let fetches = 0;
    let sightings = noUnknownKids;
    const alarms: string[] = [];
    const manifests = new Map(
      Array.from({ length: 300 }, (_, index) => {
        const strange = makePack(named(index % 3 === 0 ? 'field-unit-07' : `stranger-${index}`), { packId: `EP-${index}` });
        return [strange.packId, strange];
      }),
    );
    let connected = true;
    const deps = createRunDeps({
      tenantId: 'demo',
      now: () => now,
      lost: () => false,
      connected: () => connected,
      wait: () => new Promise<never>(() => undefined),
      ensureManifest: async () => ({ ok: true, value: null }),
      readManifest: async (packId) => manifests.get(packId) ?? null,
      refreshKeys: async () => {
        fetches += 1;
        triedAt = now;
        return { ok: true, value: null };
      },
      readKeys: async () => [key.jwk],
      readFetched: async () => ({ lastSuccessAt: triedAt, lastFailureAt: null }),
      signUrls: async () => ({ ok: false, problem: { code: 'forbidden', message: 'never asked for', retry: false } }),
      checkIntact: async (manifest, at) => ({ ok: true, value: await checkIntact(manifest, at) }),
      checkSigned: async ({ manifest, held, tenantId }, at) => ({
        ok: true,
        value: await checkSigned(manifest, { set: lintKeys(held.keys), fetchedAt: held.fetchedAt }, tenantId, at),
      }),
      readTold: async () => null,
      readLinksOf: async () => [],
      readLinksSealing: async () => [],
      refreshLinks: async () => ({ ok: true, value: null }),
      noteUnknownKid: (kid) => {
        const noted = noteUnknownKid(sightings, kid, now);
        sightings = noted.kids;
        if (noted.alert) alarms.push(kid);
      },
    });
    for (const packId of manifests.keys()) {
      const last = await driveRun(packId, deps, () => undefined, { aborted: false });
      expect(last.phase).toBe('failed');
      now += 1_000;
    }
    expect(alarms).toEqual(['field-unit-07']);
    expect(fetches).toBe(manifests.size);

    connected = false;
    fetches = 0;
    const leftMs = now;
    for (const packId of manifests.keys()) {
      await driveRun(packId, deps, () => undefined, { aborted: false });
      now += 1_000;
    }
    expect(fetches).toBeGreaterThan(0);
    expect(fetches).toBeLessThanOrEqual((now - leftMs) / 60_000 + 1);
  });
});

describe('keys', { tags: ['A-3'] }, () => {
  /** A signature that is valid under the public exponent 1: the padded digest itself, because x^1 = x. */
  function underExponentOne(input: Buffer): Uint8Array {
    const digest = createHash('sha256').update(input).digest();
    const info = Buffer.concat([Buffer.from('3031300d060960864801650304020105000420', 'hex'), digest]);
    return Buffer.concat([Buffer.of(0, 1), Buffer.alloc(256 - info.length - 3, 255), Buffer.of(0), info]);
  }
  const modulus = Buffer.from(String(key.jwk['n']), 'base64url');
  const small = makeKey(key.kid, 1024);
  const short = makeKey(key.kid, 2047);
  const cubed = makeKey(key.kid, 2048, 3);
  const { d, p, q } = key.privateKey.export({ format: 'jwk' });

  it.each([
    ['RSA of 1024 bits', makePack(small), [small.jwk], 'fewer than 2048'],
    ['RSA of 2047 bits', makePack(short), [short.jwk], 'fewer than 2048'],
    ['exponent 3', makePack(cubed), [cubed.jwk], 'below 65537'],
    [
      'exponent 1, under which anybody signs',
      { ...pack, jwsSignature: forged(good, underExponentOne) },
      [{ ...key.jwk, e: 'AQ' }],
      'below 65537',
    ],
    ['even modulus', pack, [{ ...key.jwk, n: b64(Buffer.concat([modulus.subarray(0, -1), Buffer.of(2)])) }], 'modulus is even'],
    ['use enc', pack, [{ ...key.jwk, use: 'enc' }], 'use is not sig'],
    ['alg PS256', pack, [{ ...key.jwk, alg: 'PS256' }], 'alg is not RS256'],
    ['alg none', pack, [{ ...key.jwk, alg: 'none' }], 'alg is not RS256'],
    ['a private key', pack, [{ ...key.jwk, d, p, q }], 'private key members'],
    ['two keys of one kid', pack, [key.jwk, { ...attacker.jwk, kid: key.kid }], 'kid is used by two keys'],
    [
      'two keys of one kid, the other way round',
      makePack({ ...attacker, kid: key.kid }),
      [key.jwk, { ...attacker.jwk, kid: key.kid }],
      'kid is used by two keys',
    ],
    ['the same key twice', pack, [key.jwk, key.jwk], 'kid is used by two keys'],
    ['a secret of that kid', pack, [{ kty: 'oct', kid: key.kid, k: 'c2VjcmV0', use: 'sig', alg: 'RS256' }], 'not an RSA key'],
  ])('%s in the set is refused by the lint, whatever it signed', { tags: ['A-3'] }, async (_, manifest, jwks, reason) => {
    await expectRefused({ manifest, jwks: [...jwks, attacker.jwk] }, 'signed', 'key_refused', refusal);
    const { output } = await judge({ manifest, jwks });
    expect(JSON.stringify(output['reasons'])).toContain(reason);
  });

  it('the signature under exponent 1 is a real one: a verifier without a lint takes it', { tags: ['A-3'] }, () => {
    const weak = createPublicKey({ key: { kty: 'RSA', n: String(key.jwk['n']), e: 'AQ' }, format: 'jwk' });
    const [head, body, signature] = forged(good, underExponentOne).split('.') as [string, string, string]; // three parts
    expect(createVerify('sha256').update(`${head}.${body}`).verify(weak, Buffer.from(signature, 'base64url'))).toBe(true);
  });

  it('one bad key does not take the good ones along', { tags: ['A-3'] }, async () => {
    expect(await judge({ manifest: pack, jwks: [{ ...attacker.jwk, d: 'AA' }, { kid: 'x' }, null, key.jwk] })).toMatchObject({
      exitCode: 0,
      output: { signatureValid: true, intact: 'passed' },
    });
  });
});
