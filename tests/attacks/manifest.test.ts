import { truncateSync, writeFileSync, mkdtempSync, rmSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifyCommand } from '../../scripts/verifyCommand.ts';
import type { EvidenceManifest, ManifestFile } from '../../src/contracts/evidence.ts';
import { b64, makeKey, makePack, sha256, signRaw } from '../builders/evidencePack.ts';
import { expectRefused, expectUnusable, judge } from './evidenceCase.ts';

const key = makeKey('ukweli-2025-11');
const jwks = [key.jwk];
const pack = makePack(key);
const text = JSON.stringify(pack);
const [a, b, c] = pack.files as [ManifestFile, ManifestFile, ManifestFile]; // three samples
const typ = 'evidence-manifest+jws';
const [head64, , sig64] = pack.jwsSignature.split('.') as [string, string, string]; // compact: three parts
const signedOver = (payload: unknown): string =>
  signRaw(
    JSON.stringify({ alg: 'RS256', kid: key.kid, typ }),
    typeof payload === 'string' ? payload : JSON.stringify(payload),
    key.privateKey,
  );
const payload = { manifestHash: pack.manifestHash, packId: pack.packId, signatureTimestamp: pack.signatureTimestamp, tenantId: 'demo' };

describe('payload', { tags: ['A-4'] }, () => {
  it('that of another pack, genuine and signed', { tags: ['A-4'] }, async () => {
    const other = makePack(key, { packId: 'EP-0001' });
    await expectRefused({ manifest: { ...pack, jwsSignature: other.jwsSignature }, jwks }, 'signed', 'payload_mismatch');
    const otherList = makePack(key, { files: [a] });
    await expectRefused({ manifest: { ...pack, jwsSignature: otherList.jwsSignature }, jwks }, 'signed', 'payload_mismatch');
  });

  it('that of another tenant, and of none', { tags: ['A-4'] }, async () => {
    const foreign = makePack(key, { tenantId: 'kampala' });
    await expectRefused({ manifest: foreign, jwks, more: ['--tenant', 'demo'] }, 'signed', 'wrong_tenant');
    // Without a tenant argument the output says "not checked"; it never says that the pack belongs to the reader's tenant.
    expect((await judge({ manifest: foreign, jwks })).output).toMatchObject({ signed: 'passed', tenant: 'not checked' });
    const { tenantId: _, ...nobody } = payload;
    await expectRefused({ manifest: { ...pack, jwsSignature: signedOver(nobody) }, jwks }, 'signed', 'payload_mismatch');
  });

  it.each([
    ['detached', `${head64}..${sig64}`, 'jws_form'],
    ['substituted', `${head64}.${b64(JSON.stringify({ ...payload, packId: 'EP-0001' }))}.${sig64}`, 'signature_invalid'],
    ['with one more member', signedOver({ ...payload, verified: true }), 'payload_mismatch'],
    ['with a doubled member', signedOver(JSON.stringify(payload).replace('{', '{"packId":"EP-0001",')), 'payload_mismatch'],
    ['in another order', signedOver(Object.fromEntries(Object.entries(payload).toReversed())), 'payload_mismatch'],
    ['spread over lines', signedOver(JSON.stringify(payload, null, 2)), 'payload_mismatch'],
    ['that is no JSON', signedOver('EP-0931'), 'payload_mismatch'],
    ['with members of __proto__', signedOver(`{"__proto__":${JSON.stringify(payload)}}`), 'payload_mismatch'],
    ['signed at another time', signedOver({ ...payload, signatureTimestamp: '2024-01-01T00:00:00Z' }), 'payload_mismatch'],
  ])('%s', { tags: ['A-4'] }, async (_, jwsSignature, code) => {
    await expectRefused({ manifest: { ...pack, jwsSignature }, jwks }, 'signed', code);
  });
});

describe('the list of files', { tags: ['A-4'] }, () => {
  it.each([
    ['renamed', [{ ...a, name: 'meter-reading.csv' }, b, c], 'hash_mismatch'],
    ['renamed to a look-alike', [{ ...a, name: 'meter‐readings.csv' }, b, c], 'hash_mismatch'],
    ['reordered', [b, a, c], 'hash_mismatch'],
    ['dropped', [a, b], 'hash_mismatch'],
    ['all dropped', [], 'hash_mismatch'],
    ['doubled', [a, a, b, c], 'duplicate_file'],
    ['of another size', [{ ...a, size: a.size + 1 }, b, c], 'hash_mismatch'],
    ['of size nothing', [{ ...a, size: 0 }, b, c], 'hash_mismatch'],
    ['hash in upper case', [{ ...a, hash: a.hash.toUpperCase() }, b, c], 'bad_hash'],
    ['hash truncated', [{ ...a, hash: a.hash.slice(0, 63) }, b, c], 'bad_hash'],
    ['hash not hex', [{ ...a, hash: `${a.hash.slice(0, 63)}g` }, b, c], 'bad_hash'],
    ['hash with a line behind it', [{ ...a, hash: `${a.hash}\n` }, b, c], 'bad_hash'],
  ])('%s', { tags: ['A-4'] }, async (_, files, code) => {
    await expectRefused({ manifest: { ...pack, files }, jwks }, 'intact', code, 'Hash chain verification failed');
  });

  it.each([
    ['in upper case', pack.manifestHash.toUpperCase()],
    ['truncated', pack.manifestHash.slice(0, 63)],
    ['not hex', 'z'.repeat(64)],
    ['empty', ''],
  ])('manifestHash %s', { tags: ['A-4'] }, async (_, manifestHash) => {
    await expectRefused({ manifest: { ...pack, manifestHash }, jwks }, 'intact', 'bad_hash');
  });

  it.each<[string, string]>([
    ['a part of a path', '../../../etc/passwd'],
    ['a part of a path in the other manner', '..\\..\\boot.ini'],
    ['no more than dots', '..'],
    ['an absolute path', '/etc/passwd'],
    ['a drive', 'C:passwd'],
    ['NUL', 'readings.csv\u0000.exe'],
    ['a line break', 'readings\r\n.csv'],
    ['an escape sequence of a terminal', '\u001b[2Jreadings.csv'],
    ['a change of direction', 'readings\u202evsc.exe'],
    ['an isolate', 'readings\u2066vsc.exe'],
    ['half a character', 'readings\ud83d.csv'],
    ['64 kB', 'a'.repeat(65_536)],
    ['nothing', ''],
  ])(
    'a name of %s is refused though list and signature were made for it, and no file of that name is looked for',
    { tags: ['A-4'] },
    async (_, name) => {
      const folder = mkdtempSync(join(tmpdir(), 'ukweli-attack-'));
      try {
        mkdirSync(join(folder, 'files'));
        const bait = 'what must not be read';
        for (const near of ['passwd', 'boot.ini']) writeFileSync(join(folder, near), bait);
        const manifest = makePack(key, { files: [{ name, size: bait.length, hash: sha256(bait) }] });
        const handed = { manifest, jwks, more: ['--files', join(folder, 'files')] };
        await expectRefused(handed, 'intact', 'bad_file_name', 'Hash chain verification failed');
        const { output } = await judge(handed);
        expect(output).toMatchObject({ files: 'failed' });
        // Control characters and bidirectional overrides must not reach the terminal.
        // oxlint-disable-next-line no-control-regex -- the very thing that is looked for
        expect(JSON.stringify(output)).not.toMatch(/[\u0000-\u001f\u202a-\u202e\u2066-\u2069]|\\u001b|\\u0000/);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});

describe('the document', { tags: ['A-4'] }, () => {
  const withSize = (size: string): string => text.replace(/"size":\d+/, `"size":${size}`);
  it.each<[string, string, string]>([
    ['a doubled packId', text.replace('{', '{"packId":"EP-0001",'), 'twice'],
    ['a doubled member inside a file', text.replace('{"name"', '{"size":1,"name"'), 'twice'],
    ['a doubled member in an escaped spelling', text.replace('{', '{"\\u0070ackId":"EP-0001",'), 'twice'],
    ['2^53 + 1, which reads as 2^53', withSize('9007199254740993'), '2^53'],
    ['a number of a million digits', withSize('9'.repeat(1_000_000)), '2^53'],
    ['1e400', withSize('1e400'), '2^53'],
    ['a size below nothing', withSize('-1'), 'files.0.size'],
    ['a size of one and a half', withSize('1.5'), 'files.0.size'],
    ['a nesting of 100,000 lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'nested'],
    ['a nesting of 100,000 objects', `${'{"a":'.repeat(100_000)}0${'}'.repeat(100_000)}`, 'nested'],
    ['a nesting of 100,000 inside a file', text.replace('"size":', `"url":${'['.repeat(100_000)}${']'.repeat(100_000)},"size":`), 'nested'],
    ['eight million files that are none', text.replace(/"files":\[.*?\]/, `"files":[${'0,'.repeat(7_900_000)}0]`), 'values'],
    ['a million files without a field', text.replace(/"files":\[.*?\]/, `"files":[${'{},'.repeat(900_000)}{}]`), 'files.0.name'],
    ['a million members', text.replace('{', `{${Array.from({ length: 1_000_000 }, (_, at) => `"k${at}":0,`).join('')}`), 'members'],
    ['UTF-16', Buffer.from(text, 'utf16le').toString('latin1'), 'JSON'],
    ['two documents', text + text, 'JSON'],
  ])('%s is not read', { tags: ['A-4'] }, async (_, manifest, word) => {
    expect(await expectUnusable({ manifest, jwks })).toContain(word);
  });

  it('__proto__ in the manifest and in a file gives nothing to anybody', { tags: ['A-4'] }, async () => {
    const polluted = text
      .replace('{', '{"__proto__":{"verified":true,"wormStatus":"locked"},')
      .replace('{"name"', '{"__proto__":{"polluted":1},"name"');
    const { exitCode, output } = await judge({ manifest: polluted, jwks });
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted');
    expect(({} as Readonly<Record<string, unknown>>)['verified']).toBeUndefined();
    // Members that the document does not define are neither hashed nor signed, and do not affect the verdict.
    expect([exitCode, output['intact'], output['signed']]).toEqual([0, 'passed', 'passed']);
    const { wormStatus: _, ...without } = pack;
    const inherited = JSON.stringify(without).replace('{', '{"__proto__":{"wormStatus":"locked"},');
    expect(await expectUnusable({ manifest: inherited, jwks })).toContain('wormStatus');
  });

  it('1 GB is refused by its size, for manifest and key set, unread', { tags: ['A-4'] }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ukweli-attack-'));
    try {
      const [huge, manifest, keys] = ['huge.json', 'manifest.json', 'jwks.json'].map((name) => join(folder, name)) as [
        string,
        string,
        string,
      ]; // three names
      writeFileSync(huge, '');
      truncateSync(huge, 1024 ** 3); // sparse: takes no room
      writeFileSync(manifest, text);
      writeFileSync(keys, JSON.stringify({ keys: jwks }));
      for (const argv of [
        ['--manifest', huge, '--jwks', keys],
        ['--manifest', manifest, '--jwks', huge],
      ]) {
        const memory = process.memoryUsage().rss;
        const { exitCode, output } = await verifyCommand(argv);
        expect([exitCode, output['unusable']]).toEqual([2, true]);
        expect(String(output['message'])).toContain('refused unread');
        expect(process.memoryUsage().rss - memory).toBeLessThan(256 * 1024 ** 2);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('a report is no larger for what was handed in: kid of 15 MB, and ten thousand missing files', { tags: ['A-4'] }, async () => {
    const kid = await judge({ manifest: { ...pack, signerKid: 'k'.repeat(15 * 1024 ** 2) }, jwks });
    expect(kid.exitCode).toBe(1);
    const folder = mkdtempSync(join(tmpdir(), 'ukweli-attack-'));
    try {
      const files = Array.from({ length: 10_000 }, (_, index) => ({ ...a, name: `${index}.csv` }));
      const missing = await judge({ manifest: makePack(key, { files }), jwks, more: ['--files', folder] });
      expect(missing).toMatchObject({ exitCode: 1, output: { files: 'failed', shortened: 'lists are cut after 200 entries' } });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('a good pack of 10,000 files is none of these', { tags: ['A-4'] }, async () => {
    const files = Array.from({ length: 10_000 }, (_, index) => ({ ...a, name: `reading ${index} – ጥሩ.json` }));
    const manifest: EvidenceManifest = makePack(key, { files });
    expect(await judge({ manifest, jwks, more: ['--tenant', 'demo'] })).toMatchObject({
      exitCode: 0,
      output: { intact: 'passed', signed: 'passed', tenant: 'checked' },
    });
  });
});
