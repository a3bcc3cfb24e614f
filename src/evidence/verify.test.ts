import { createHmac, createPublicKey } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeChain } from '../../tests/builders/chain.ts';
import { b64, makeKey, makePack, sampleFiles, sha256, signRaw } from '../../tests/builders/evidencePack.ts';
import type { EvidenceManifest } from '../contracts/evidence.ts';
import { canonicalFileList } from '../domain/records/manifest.ts';
import { checkFiles } from './files.ts';
import { lintKeys } from './keys.ts';
import { checkSealedIn } from './sealedIn.ts';
import { checkIntact, checkSigned, outcomeOf, recompute, type TrustedKeys, verdictOf } from './verify.ts';

const key = makeKey('ukweli-2025-11');
const other = makeKey('ukweli-2024-03');
const keys: TrustedKeys = { set: lintKeys([key.jwk, other.jwk]), fetchedAt: '2025-11-18T11:11:00Z' };
const at = '2025-11-18T11:26:41Z';
const pack = makePack(key);
const signed = (manifest: EvidenceManifest, tenantId: string | null = 'demo') => checkSigned(manifest, keys, tenantId, at);

afterEach(() => vi.unstubAllGlobals());

describe('a good pack', () => {
  it('is intact and signed without a single fetch, files not checkable until they are hashed', {
    tags: ['K-6', 'D-7', 'D-8'],
  }, async () => {
    const fetched = vi.fn(() => Promise.reject(new Error('no network')));
    vi.stubGlobal('fetch', fetched);
    const intact = await checkIntact(pack, at);
    const signature = await signed(pack);
    const files = checkFiles(pack, [], at);
    expect(intact).toMatchObject({ state: 'passed', at, evidence: { computedHash: pack.manifestHash, fileCount: 3 } });
    expect(signature).toMatchObject({
      state: 'passed',
      evidence: { kid: 'ukweli-2025-11', keysFetchedAt: '2025-11-18T11:11:00Z', tenant: 'checked', tenantId: 'demo' },
    });
    expect(files).toEqual({ state: 'notCheckable', reason: 'No file was hashed here' });
    const sealedIn = { state: 'notCheckable', reason: 'No entries were given' } as const;
    expect(verdictOf(pack.packId, { intact, signed: signature, sealedIn, files }, at).outcome, 'of which school, nobody says').toBe(
      'unknown',
    );
    expect(fetched).not.toHaveBeenCalled();
  });

  it('a retired key that is still in the set verifies', { tags: ['D-7'] }, async () => {
    expect((await signed(makePack(other))).state).toBe('passed');
  });

  it('without a tenant to hold against, says that it was not checked', { tags: ['D-7'] }, async () => {
    expect(await signed(pack, null)).toMatchObject({ state: 'passed', evidence: { tenant: 'notChecked', tenantId: 'demo' } });
  });

  it('holds for any list of well-named files', { tags: ['D-7'] }, async () => {
    const file = fc.record({ name: fc.uuid().map((id) => `${id} ጥሩ 🔥.csv`), size: fc.nat(), hash: fc.string().map(sha256) });
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(file, { selector: (f) => f.name, maxLength: 30 }), async (files) => {
        const manifest = makePack(key, { files });
        expect((await checkIntact(manifest, at)).state).toBe('passed');
        expect((await signed(manifest)).state).toBe('passed');
      }),
      { numRuns: 30 },
    );
  });
});

describe('an altered list', () => {
  const [a, b, c] = pack.files as [EvidenceManifest['files'][number], EvidenceManifest['files'][number], EvidenceManifest['files'][number]]; // safe: three sample files
  it.each([
    ['renamed', [{ ...a, name: 'meter-reading.csv' }, b, c]],
    ['reordered', [b, a, c]],
    ['dropped', [a, b]],
    ['added', [a, b, c, { ...c, name: 'more.pdf' }]],
    ['another size', [{ ...a, size: a.size + 1 }, b, c]],
    ['another hash', [{ ...a, hash: b.hash }, b, c]],
  ])('%s: hash chain verification failed, the signature part stands by itself', { tags: ['C-71', 'D-7'] }, async (_, files) => {
    const altered = { ...pack, files };
    expect(await checkIntact(altered, at)).toMatchObject({
      state: 'failed',
      code: 'hash_mismatch',
      message: 'Hash chain verification failed',
    });
    expect((await signed(altered)).state).toBe('passed');
  });

  it.each([
    ['doubled', [a, a, b], 'duplicate_file'],
    ['upper-case hash', [{ ...a, hash: a.hash.toUpperCase() }], 'bad_hash'],
    ['truncated hash', [{ ...a, hash: a.hash.slice(1) }], 'bad_hash'],
    ['hash that is not hex', [{ ...a, hash: 'z'.repeat(64) }], 'bad_hash'],
    ['path in the name', [{ ...a, name: '../../etc/passwd' }], 'bad_file_name'],
    ['NUL in the name', [{ ...a, name: 'a\u0000.csv' }], 'bad_file_name'],
    ['bidi in the name', [{ ...a, name: 'a\u202egpj.exe' }], 'bad_file_name'],
    ['64 kB name', [{ ...a, name: 'a'.repeat(65_536) }], 'bad_file_name'],
    ['lone surrogate', [{ ...a, name: 'a\ud800' }], 'bad_file_name'],
  ] as const)('%s is refused even when its hash and signature were made for it', { tags: ['D-7'] }, async (_, files, code) => {
    const manifest = makePack(key, { files: [...files] });
    expect(await checkIntact(manifest, at)).toMatchObject({ state: 'failed', code, message: 'Hash chain verification failed' });
  });

  it('lists every bad file, not the first', { tags: ['D-7'] }, async () => {
    const manifest = { ...pack, files: [{ ...a, name: '../a' }, b, { ...c, hash: 'short' }] };
    const part = await checkIntact(manifest, at);
    expect(part.state === 'failed' && part.reasons).toHaveLength(2);
  });

  it('the recompute control says Hash Verified, or Hash Mismatch Detected with the first differing digit', { tags: ['C-71'] }, async () => {
    expect(await recompute(pack)).toMatchObject({ equal: true, message: 'Hash Verified', firstDifference: -1 });
    const digit = pack.manifestHash[7] === '0' ? '1' : '0';
    const wrong = { ...pack, manifestHash: `${pack.manifestHash.slice(0, 7)}${digit}${pack.manifestHash.slice(8)}` };
    expect(await recompute(wrong)).toMatchObject({
      equal: false,
      message: 'Hash Mismatch Detected',
      firstDifference: 7,
      computedHash: sha256(canonicalFileList(pack.files)),
    });
    expect((await recompute({ ...pack, manifestHash: pack.manifestHash.slice(0, 12) })).firstDifference).toBe(12);
  });
});

describe('signatures', () => {
  const payload = JSON.stringify({
    manifestHash: pack.manifestHash,
    packId: pack.packId,
    signatureTimestamp: pack.signatureTimestamp,
    tenantId: 'demo',
  });
  const header = (members: Readonly<Record<string, unknown>>) => JSON.stringify(members);
  const good = { alg: 'RS256', kid: key.kid, typ: 'evidence-manifest+jws' };
  const jwsWith = (head: string, body = payload) => signRaw(head, body, key.privateKey);
  const [head64, body64, sig64] = pack.jwsSignature.split('.') as [string, string, string]; // safe: a compact JWS has three parts
  const hmac = (head: string) => {
    const input = `${b64(head)}.${body64}`;
    const secret = createPublicKey(key.privateKey).export({ format: 'pem', type: 'spki' });
    return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
  };

  it.each([
    ['alg none', `${b64(header({ ...good, alg: 'none' }))}.${body64}.`],
    ['alg none with a signature', jwsWith(header({ ...good, alg: 'none' }))],
    ['alg nOnE', jwsWith(header({ ...good, alg: 'nOnE' }))],
    ['HS256 with the public key as secret', hmac(header({ ...good, alg: 'HS256' }))],
    ['PS256', jwsWith(header({ ...good, alg: 'PS256' }))],
    ['RS512', jwsWith(header({ ...good, alg: 'RS512' }))],
    ['lower-case rs256', jwsWith(header({ ...good, alg: 'rs256' }))],
    ['embedded jwk', jwsWith(header({ ...good, jwk: other.jwk }))],
    ['jku', jwsWith(header({ ...good, jku: 'https://evil.example/jwks' }))],
    ['x5u', jwsWith(header({ ...good, x5u: 'https://evil.example/x5u' }))],
    ['x5c', jwsWith(header({ ...good, x5c: ['MII'] }))],
    ['crit', jwsWith(header({ ...good, crit: ['exp'], exp: 1 }))],
    ['b64 false', jwsWith(header({ ...good, b64: false, crit: ['b64'] }))],
    ['cty', jwsWith(header({ ...good, cty: 'json' }))],
    ['no typ', jwsWith(header({ alg: 'RS256', kid: key.kid }))],
    ['the typ of another kind', jwsWith(header({ ...good, typ: 'portfolio+jws' }))],
    ['no kid', jwsWith(header({ alg: 'RS256', typ: good.typ }))],
    ['empty kid', jwsWith(header({ ...good, kid: '' }))],
    ['kid of another key of the set', jwsWith(header({ ...good, kid: other.kid }))],
    ['kid that is a number', jwsWith(header({ ...good, kid: 1 }))],
    ['kid doubled in the header', jwsWith(`{"alg":"RS256","kid":"${other.kid}","kid":"${key.kid}","typ":"${good.typ}"}`)],
    ['header member __proto__', jwsWith(`{"alg":"RS256","kid":"${key.kid}","typ":"${good.typ}","__proto__":{"x":1}}`)],
    ['header that is a list', jwsWith('["RS256"]')],
    ['header that is no JSON', jwsWith('alg=RS256')],
    ['general JSON serialisation', JSON.stringify({ payload: body64, signatures: [{ protected: head64, signature: sig64 }] })],
    ['two signatures', `${pack.jwsSignature}.${sig64}`],
    ['detached payload', `${head64}..${sig64}`],
    ['nothing', ''],
    ['dots only', '..'],
    ['padding', `${head64}.${body64}.${sig64}==`],
    ['white space', `${head64}.${body64}.${sig64}\n`],
    ['plain base64 alphabet', `${head64}.${body64}.${sig64.slice(0, -1)}+`],
    ['signature cut', `${head64}.${body64}.${sig64.slice(0, -4)}`],
    ['signature of zeros', `${head64}.${body64}.${b64(new Uint8Array(256))}`],
    ['signature of another text', `${head64}.${body64}.${signRaw('{}', '{}', key.privateKey).split('.')[2]}`],
    ['signature by another key', signRaw(header(good), payload, other.privateKey)],
    ['100 kB', `${head64}.${'A'.repeat(100_000)}.${sig64}`],
  ])('refuses %s with the document’s message', { tags: ['C-71', 'D-7'] }, async (_, jwsSignature) => {
    expect(await signed({ ...pack, jwsSignature })).toMatchObject({ state: 'failed', message: 'JWS signature verification failed' });
  });

  it('refuses a second spelling of a good signature (spare bits of the last character)', { tags: ['D-7'] }, async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = alphabet.indexOf(sig64.slice(-1));
    const twin = `${sig64.slice(0, -1)}${alphabet[last ^ 1]}`; // 256 bytes leave four spare bits
    expect(Buffer.from(twin, 'base64url').equals(Buffer.from(sig64, 'base64url'))).toBe(true);
    expect(await signed({ ...pack, jwsSignature: `${head64}.${body64}.${twin}` })).toMatchObject({ code: 'jws_form' });
  });

  it.each(['ukweli-1999', '__proto__', 'constructor', '../../keys/a', 'x'.repeat(100_000).slice(0, 900)])(
    'kid %j outside the set gives Unknown kid with its id',
    { tags: ['C-71'] },
    async (kid) => {
      const part = await signed(makePack({ ...key, kid }));
      expect(part).toMatchObject({ state: 'failed', code: 'unknown_kid' });
      expect(part.state === 'failed' && part.message).toBe(`Unknown kid: ${kid.length > 80 ? `${kid.slice(0, 80)}…` : kid}`);
    },
  );

  it('a kid cannot break or turn the line it is shown in', { tags: ['C-71'] }, async () => {
    const part = await signed(makePack({ ...key, kid: 'a\r\nb\u202ec' }));
    expect(part.state === 'failed' && part.message).toBe('Unknown kid: a??b?c');
  });

  it('a key that the lint refuses is not trusted, and the reason is told', { tags: ['D-7'] }, async () => {
    const weak = makeKey('weak', 1024);
    const set: TrustedKeys = { set: lintKeys([weak.jwk]), fetchedAt: null };
    const part = await checkSigned(makePack(weak), set, 'demo', at);
    expect(part).toMatchObject({ state: 'failed', code: 'key_refused', message: 'JWS signature verification failed' });
    expect(part.state === 'failed' && part.reasons[0]).toContain('1024 bits');
  });

  it.each([
    ['another pack', { packId: 'EP-0001' }, 'payload_mismatch'],
    ['another hash', { manifestHash: sha256('other') }, 'payload_mismatch'],
    ['another time', { signatureTimestamp: '2025-11-18T10:21:55Z' }, 'payload_mismatch'],
    ['another tenant', { tenantId: 'kampala' }, 'wrong_tenant'],
    ['a member more', { note: 'hello' }, 'payload_mismatch'],
    ['a tenant that is a number', { tenantId: 7 }, 'payload_mismatch'],
  ])('refuses a good signature over %s', { tags: ['C-71', 'D-7'] }, async (_, change, code) => {
    const body = {
      manifestHash: pack.manifestHash,
      packId: pack.packId,
      signatureTimestamp: pack.signatureTimestamp,
      tenantId: 'demo',
      ...change,
    };
    expect(await signed(makePack(key, { payload: body }))).toMatchObject({
      state: 'failed',
      code,
      message: 'JWS signature verification failed',
    });
  });

  it('refuses a payload that says the same in another form', { tags: ['D-7'] }, async () => {
    const spaced = payload.replaceAll(',', ', ');
    const swapped = JSON.stringify({
      packId: pack.packId,
      manifestHash: pack.manifestHash,
      signatureTimestamp: pack.signatureTimestamp,
      tenantId: 'demo',
    });
    const doubled = payload.replace('{', '{"packId":"EP-0001",');
    for (const body of [spaced, swapped, doubled, `[${payload}]`, 'hello']) {
      expect(await signed({ ...pack, jwsSignature: jwsWith(header(good), body) })).toMatchObject({
        state: 'failed',
        code: 'payload_mismatch',
      });
    }
  });
});

describe('files', () => {
  const digest = (name: string) => ({ name, size: Buffer.byteLength(`bytes of ${name}`), hash: sha256(`bytes of ${name}`), hashedAt: at });
  const all = sampleFiles.map(({ name }) => digest(name));

  it('passed only when every listed file was hashed and is equal', { tags: ['D-8'] }, () => {
    expect(checkFiles(pack, all, at)).toMatchObject({ state: 'passed', evidence: { matched: 3, hashedAt: at } });
    expect(checkFiles(pack, all.slice(1), at)).toMatchObject({ state: 'notCheckable' });
    const missing = checkFiles(pack, all.slice(1), at, 'missing');
    expect(missing).toMatchObject({ state: 'failed', code: 'file_missing', reasons: [`${sampleFiles[0]?.name}: missing`] });
    expect(checkFiles(pack, all, at, 'missing')).toMatchObject({ state: 'passed' });
    expect(checkFiles({ ...pack, files: [] }, [], at, 'missing')).toMatchObject({ state: 'notCheckable' });
  });

  it('one changed byte or size fails the part, whatever else matches', { tags: ['D-8'] }, () => {
    const [first, ...rest] = all as [(typeof all)[number], ...typeof all]; // safe: three sample files
    expect(checkFiles(pack, [{ ...first, hash: sha256('other') }, ...rest], at)).toMatchObject({
      state: 'failed',
      code: 'file_changed',
      message: 'Hash Mismatch Detected',
    });
    expect(checkFiles(pack, [{ ...first, size: 1 }], at)).toMatchObject({ state: 'failed', code: 'file_changed' });
  });

  it('a file that is not of the pack is named, not counted', { tags: ['D-8'] }, () => {
    expect(checkFiles(pack, [...all, { ...digest('x'), name: 'extra.txt' }], at)).toMatchObject({
      state: 'passed',
      evidence: { unlisted: ['extra.txt'] },
    });
  });

  it('the outcome calls nothing unknown verified', { tags: ['D-8'] }, async () => {
    const intact = await checkIntact(pack, at);
    const signature = await signed(pack);
    const files = checkFiles(pack, [], at);
    const { manifestHash } = pack;
    const entries = makeChain([{ vrfId: 'VRF-001246', evidenceHash: manifestHash }]);
    const sealedIn = await checkSealedIn({ manifestHash, signedFor: null, told: null, entries, tenantId: 'demo' }, at);
    const notCheckable = { state: 'notCheckable', reason: '' } as const;
    const parts = { intact, signed: signature, sealedIn, files };
    expect(outcomeOf(parts)).toBe('verified');
    for (const part of ['intact', 'signed', 'sealedIn'] as const)
      expect(outcomeOf({ ...parts, [part]: notCheckable }), part).toBe('unknown');
    const changed = checkFiles(pack, [{ ...digest('meter-readings.csv'), hash: 'x' }], at);
    expect(outcomeOf({ ...parts, files: changed })).toBe('not_verified');
    expect(outcomeOf({ ...parts, sealedIn: notCheckable, files: changed })).toBe('not_verified');
  });
});
