import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import type { EvidenceManifest } from '../src/contracts/evidence.ts';
import type { ChainEntry } from '../src/contracts/verification.ts';
import { makeChain } from '../tests/builders/chain.ts';
import { makeCheckpoint } from '../tests/builders/checkpoints.ts';
import { makeKey, makePack, sampleFiles } from '../tests/builders/evidencePack.ts';
import { verifyCommand } from './verifyCommand.ts';

const folder = mkdtempSync(join(tmpdir(), 'ukweli-verify-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const key = makeKey('ukweli-2025-11');
const pack = makePack(key);
let made = 0;
function file(content: unknown): string {
  const path = join(folder, `${(made += 1)}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}
const jwks = file({ keys: [key.jwk] });
function bytes(names: readonly string[] = sampleFiles.map(({ name }) => name)): string {
  const dir = join(folder, `files-${(made += 1)}`);
  mkdirSync(dir);
  for (const name of names) writeFileSync(join(dir, name), `bytes of ${name}`);
  return dir;
}
const verify = (manifest: unknown, ...more: string[]) => verifyCommand(['--manifest', file(manifest), '--jwks', jwks, ...more]);

describe('npm run verify', () => {
  it('exit 0 for a good pack: files and chain not checkable where none were given, tenant not checked without --tenant', {
    tags: ['D-7', 'D-8'],
  }, async () => {
    const { exitCode, output } = await verify(pack);
    expect(exitCode).toBe(0);
    expect(output).toMatchObject({
      kind: 'evidence',
      packId: 'EP-0931',
      // The subject of the evidence is not known.
      verified: false,
      intact: 'passed',
      signed: 'passed',
      sealedIn: 'not checkable',
      files: 'not checkable',
      tenant: 'not checked',
    });
  });

  it('holds the tenant against --tenant', { tags: ['D-7'] }, async () => {
    expect(await verify(pack, '--tenant', 'demo')).toMatchObject({ exitCode: 0, output: { tenant: 'checked' } });
    expect(await verify(pack, '--tenant', 'kampala')).toMatchObject({
      exitCode: 1,
      output: { signed: 'failed', tenant: 'not established' },
    });
  });

  it('with --chain says which verification it is sealed in, and fails where the chain says another', { tags: ['P-1', 'D-8'] }, async () => {
    const chain = makeChain([
      { vrfId: 'VRF-000100', siteCode: 'KE-KMB-004' },
      { vrfId: 'VRF-001246', evidenceHash: pack.manifestHash },
      { vrfId: 'VRF-001247' },
    ]);
    const [previous, entry, next] = chain as [ChainEntry, ChainEntry, ChainEntry];
    const checkpoints = [makeCheckpoint(key, { index: next.chainIndex, seal: next.seal })];
    const { jws: _, ...unsigned } = makeCheckpoint(key, {});
    for (const given of [
      { entries: chain, checkpoints },
      { entries: [entry], previous, next, checkpoints },
      { entries: chain, checkpoints: [makeCheckpoint(key, { chain: 'record' }), ...checkpoints] },
    ])
      expect(await verify(pack, '--chain', file(given))).toMatchObject({
        exitCode: 0,
        output: {
          verified: true,
          sealedIn: 'passed',
          details: { sealedIn: { evidence: { entry: { vrfId: 'VRF-001246', siteCode: 'KE-KLF-011' } } } },
        },
      });
    // Anyone can compute seals, so entries without a checkpoint prove nothing.
    for (const given of [chain, { entries: [entry], previous, next }, { entries: [next], checkpoints }])
      expect(await verify(pack, '--chain', file(given))).toMatchObject({
        exitCode: 1,
        output: { verified: false, sealedIn: 'not checkable' },
      });
    expect(await verify(pack, '--chain', file({ entries: chain, checkpoints: [unsigned] }))).toMatchObject({ exitCode: 2 });
    expect(await verify(pack, '--chain', file({ entries: [{ ...entry, siteCode: 'KE-KMB-004' }, next], checkpoints }))).toMatchObject({
      exitCode: 1,
      output: { verified: false, sealedIn: 'failed', reasons: [expect.stringContaining('Not the evidence of VRF-001246')] },
    });
    const moved = makePack(key, { signedFor: { verificationId: 'VRF-000100', siteCode: 'KE-KMB-004' } });
    const failed = await verify(moved, '--chain', file(chain));
    expect(failed).toMatchObject({ exitCode: 1, output: { signed: 'passed', sealedIn: 'failed' } });
    expect(JSON.stringify(failed.output['reasons'])).toContain('VRF-000100 was sealed without evidence');
  });

  it('hashes the files of --files', { tags: ['D-8'] }, async () => {
    expect(await verify(pack, '--files', bytes(), '--require-files')).toMatchObject({ exitCode: 0, output: { files: 'passed' } });
    const changed = bytes();
    writeFileSync(join(changed, 'fuel-receipts.pdf'), 'bytes of fuel-receipts.pdF');
    expect(await verify(pack, '--files', changed)).toMatchObject({
      exitCode: 1,
      output: { intact: 'passed', signed: 'passed', files: 'failed' },
    });
    expect(await verify(pack, '--files', bytes(['meter-readings.csv']))).toMatchObject({ exitCode: 1, output: { files: 'failed' } });
  });

  it('remarks upon names that look alike', { tags: ['P-8'] }, async () => {
    const [one] = sampleFiles as [(typeof sampleFiles)[number]]; // three samples
    const { exitCode, output } = await verify(makePack(key, { files: [one, { ...one, name: one.name.toUpperCase() }] }));
    expect([exitCode, output['notes']]).toEqual([0, [expect.stringContaining('names that look alike')]]);
  });

  it('--require-files without files is not verified', { tags: ['D-8'] }, async () => {
    expect(await verify(pack, '--require-files')).toMatchObject({ exitCode: 1, output: { verified: false, files: 'not checkable' } });
  });

  it('exit 1 with the document’s message for altered, foreign and unknown', async () => {
    const altered: EvidenceManifest = { ...pack, files: pack.files.slice(1) };
    const first = await verify(altered);
    expect(first).toMatchObject({ exitCode: 1, output: { intact: 'failed', signed: 'passed' } });
    expect(JSON.stringify(first.output['reasons'])).toContain('Hash chain verification failed');
    const foreign = await verify(makePack(makeKey('elsewhere')));
    expect(foreign.exitCode).toBe(1);
    expect(JSON.stringify(foreign.output['reasons'])).toContain('Unknown kid: elsewhere');
  });

  it('follows no link and no path out of the folder, and opens no pipe', async () => {
    const dir = bytes(['meter-readings.csv', 'kitchen-north.jpg']);
    const secret = join(folder, 'secret');
    writeFileSync(secret, 'bytes of fuel-receipts.pdf');
    symlinkSync(secret, join(dir, 'fuel-receipts.pdf'));
    const linked = await verify(pack, '--files', dir);
    expect(linked).toMatchObject({ exitCode: 1, output: { files: 'failed' } });
    expect(JSON.stringify(linked.output['notes'])).toContain('symbolic link, refused');

    const [one] = sampleFiles;
    const escaping = makePack(key, { files: [{ ...one, name: '../secret', size: 26 } as (typeof sampleFiles)[number]] }); // one sample exists
    expect(await verify(escaping, '--files', dir)).toMatchObject({ exitCode: 1, output: { intact: 'failed', files: 'failed' } });

    const piped = bytes(['meter-readings.csv', 'kitchen-north.jpg']);
    await promisify(execFile)('mkfifo', [join(piped, 'fuel-receipts.pdf')]);
    expect((await verify(pack, '--files', piped)).exitCode).toBe(1);
    expect((await verifyCommand(['--manifest', join(piped, 'fuel-receipts.pdf'), '--jwks', jwks])).exitCode).toBe(2);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', 'hello'],
    ['nesting of 100,000', '['.repeat(100_000)],
    ['a list', '[]'],
    ['a doubled member', JSON.stringify(pack).replace('{', '{"packId":"EP-0001",')],
    ['a huge number', JSON.stringify(pack).replace(/"size":\d+/, '"size":1e99')],
  ])('exit 2 and a sentence for %s', async (_, content) => {
    const { exitCode, output } = await verify(content);
    expect(exitCode).toBe(2);
    expect(output).toMatchObject({ unusable: true, verified: false });
    expect(String(output['message'])).toMatch(/^The manifest cannot be used: /);
  });

  it('refuses a manifest of 1 GB by its size, unread', async () => {
    const path = join(folder, 'huge.json');
    writeFileSync(path, '');
    truncateSync(path, 1024 ** 3); // sparse file: takes no space
    const before = process.cpuUsage();
    const { exitCode, output } = await verifyCommand(['--manifest', path, '--jwks', jwks]);
    const { user, system } = process.cpuUsage(before);
    expect(exitCode).toBe(2);
    expect(String(output['message'])).toContain('refused unread');
    // Processor time instead of wall time, so that other load on the machine does not count.
    expect((user + system) / 1000, 'milliseconds of processor time').toBeLessThan(1_000);
  });

  it('exit 2 for missing files, folders, devices, bad arguments and other kinds', async () => {
    for (const argv of [
      [],
      ['--manifest'],
      ['--nonsense'],
      ['--manifest', '/nowhere', '--jwks', jwks],
      ['--manifest', folder, '--jwks', jwks],
      ['--manifest', '/dev/zero', '--jwks', jwks],
      ['--manifest', file(pack), '--jwks', file('{}')],
      ['--manifest', file(pack), '--jwks', jwks, '--files', join(folder, 'nowhere')],
      ['--manifest', file(pack), '--jwks', jwks, '--kind', 'portfolio'],
      ['--manifest', file(pack), '--jwks', jwks, '--chain', file('{}')],
      ['--manifest', file(pack), '--jwks', jwks, '--chain', file([{ vrfId: 'VRF-000100' }])],
      ['--manifest', file(pack), '--jwks', jwks, '--chain', folder],
    ]) {
      expect(await verifyCommand(argv)).toMatchObject({ exitCode: 2, output: { unusable: true } });
    }
  });

  it('gives up after the time allowed', async () => {
    const dir = bytes();
    truncateSync(join(dir, 'meter-readings.csv'), 200 * 1024 ** 2);
    const manifest = makePack(key, { files: [{ name: 'meter-readings.csv', size: 200 * 1024 ** 2, hash: 'a'.repeat(64) }] });
    expect(await verify(manifest, '--files', dir, '--timeout', '0.001')).toMatchObject({ exitCode: 2 });
  });

  it('as a command: one JSON document on standard output, no stack trace, the exit code', async () => {
    const command = (manifest: string) =>
      promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/verify.ts', '--manifest', manifest, '--jwks', jwks]);
    const { stdout, stderr } = await command(file(pack));
    expect(JSON.parse(stdout)).toMatchObject({ intact: 'passed', signed: 'passed' });
    expect(stderr).not.toContain('    at ');
    await expect(command(file('{'))).rejects.toMatchObject({ code: 2, stdout: expect.stringContaining('"unusable": true') });
  });
});
