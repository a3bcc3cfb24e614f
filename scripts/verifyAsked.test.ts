import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeChain } from '../tests/builders/chain.ts';
import { makeCheckpoint } from '../tests/builders/checkpoints.ts';
import { makeKey, makePack, sampleFiles } from '../tests/builders/evidencePack.ts';
import { makeExport, makeOldExport, makeReport, pcafBody } from '../tests/builders/signedRecords.ts';
import { verifyCommand } from './verifyCommand.ts';
import { help } from './verifyHelp.ts';
import { answered, type NamedPart } from '../src/evidence/answer.ts';

const folder = mkdtempSync(join(tmpdir(), 'ukweli-verify-asked-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let made = 0;
function file(content: unknown): string {
  const path = join(folder, `${(made += 1)}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}
const key = makeKey('ukweli-2025-11');
const jwks = file({ keys: [key.jwk] });
const pack = makePack(key);

describe('exit 0 means that all that was asked for passed', { tags: ['P-3'] }, () => {
  it('a manifest and keys ask for the record alone: nobody has looked at the files, nor at whose evidence it is', async () => {
    expect(await verifyCommand(['--manifest', file(pack), '--jwks', jwks])).toMatchObject({
      exitCode: 0,
      output: { checked: ['manifest', 'signature'], notChecked: ['files', 'sealedIn'], signatureValid: true, verified: false },
    });
  });

  it('--files asks for every file: one that is missing or altered is a failure, all of them equal are no verification yet', async () => {
    const dir = join(folder, 'files');
    mkdirSync(dir);
    for (const { name } of sampleFiles) writeFileSync(join(dir, name), `bytes of ${name}`);
    const run = () => verifyCommand(['--manifest', file(pack), '--jwks', jwks, '--files', dir]);
    expect(await run()).toMatchObject({
      exitCode: 0,
      output: { checked: ['manifest', 'signature', 'files'], notChecked: ['sealedIn'], verified: false },
    });
    writeFileSync(join(dir, 'fuel-receipts.pdf'), 'other bytes');
    expect(await run()).toMatchObject({ exitCode: 1, output: { verified: false, signatureValid: true, files: 'failed' } });
    rmSync(join(dir, 'fuel-receipts.pdf'));
    expect(await run()).toMatchObject({ exitCode: 1, output: { verified: false, files: 'failed' } });
    const missing = await verifyCommand(['--manifest', file(pack), '--jwks', jwks, '--require-files']);
    expect(missing).toMatchObject({ exitCode: 1, output: { notChecked: ['files', 'sealedIn'] } });
    expect(missing.output['notes']).toEqual(['files: No files were given (--files DIR)']);
  });

  it('only with --chain is a pack verified, and only where what was asked for besides has passed too', async () => {
    const entries = makeChain([{ vrfId: 'VRF-001246', evidenceHash: pack.manifestHash }, { vrfId: 'VRF-001247' }]);
    const chain = file({ entries, checkpoints: [makeCheckpoint(key, { index: 1, seal: entries[1]?.seal ?? '' })] });
    const run = (...more: string[]) => verifyCommand(['--manifest', file(pack), '--jwks', jwks, '--chain', chain, ...more]);
    expect(await run()).toMatchObject({
      exitCode: 0,
      output: { verified: true, checked: ['manifest', 'signature', 'sealedIn'], notChecked: ['files'] },
    });
    expect(await run('--require-files')).toMatchObject({ exitCode: 1, output: { verified: false, signatureValid: true } });
    const foreign = file(makeChain([{ vrfId: 'VRF-001246' }]));
    const other = await verifyCommand(['--manifest', file(pack), '--jwks', jwks, '--chain', foreign]);
    expect(other).toMatchObject({ exitCode: 1, output: { verified: false, signatureValid: true } });
  });

  it('a pack without files has none that could match: what was asked for could not be checked', async () => {
    const dir = join(folder, 'none');
    mkdirSync(dir);
    const empty = makePack(key, { files: [] });
    const { exitCode } = await verifyCommand(['--manifest', file(empty), '--jwks', jwks, '--files', dir]);
    expect(exitCode).toBe(1);
  });

  it('an export from before the platform made the rows is no success, whatever its hash; its signature alone may be asked for', {
    tags: ['A-18'],
  }, async () => {
    const content = '123,456 invented payments';
    const argv = ['--kind', 'export', '--record', file(makeOldExport(key, content)), '--jwks', jwks];
    const whole = await verifyCommand([...argv, '--data', file(content)]);
    expect(whole).toMatchObject({
      exitCode: 1,
      output: { verified: false, signatureValid: true, checked: ['file', 'signature'], notChecked: ['rows'] },
    });
    expect(whole.output['lacks']).toEqual(expect.arrayContaining(['the name and the size of the file']));
    expect(await verifyCommand([...argv, '--record-only'])).toMatchObject({
      exitCode: 0,
      output: { verified: false, notChecked: ['file', 'rows'] },
    });
  });

  it('an altered record of an export fails, also where its file was not asked for', async () => {
    const record = makeExport(key, 'the file');
    const more = { ...record, metadata: { ...record.metadata, recordCount: 123_456 } };
    expect(await verifyCommand(['--kind', 'export', '--record', file(more), '--jwks', jwks, '--record-only'])).toMatchObject({
      exitCode: 1,
      output: { verified: false, signatureValid: false },
    });
    const wider = { ...record, filter: {} };
    expect(await verifyCommand(['--kind', 'export', '--record', file(wider), '--jwks', jwks, '--record-only'])).toMatchObject({
      exitCode: 1,
      output: { verified: false, signatureValid: true },
    });
  });

  it('a report’s proof without the report: nothing is said of the report, and 0 only for whoever says --record-only', async () => {
    const { proofFile } = makeReport(key, pcafBody);
    const run = (proof: string, ...more: string[]) => verifyCommand(['--kind', 'report', '--proof', file(proof), '--jwks', jwks, ...more]);
    expect(await run(proofFile)).toMatchObject({
      exitCode: 1,
      output: { verified: false, signatureValid: true, checked: ['signature'], notChecked: ['report'] },
    });
    expect(await run(proofFile, '--record-only', '--tenant', 'demo')).toMatchObject({
      exitCode: 0,
      output: { recordId: 'PCAF-2025-0003', verified: false, signatureValid: true, tenant: 'checked' },
    });
    expect(await run(proofFile, '--record-only', '--tenant', 'kampala')).toMatchObject({ exitCode: 1, output: { signatureValid: false } });
    expect(await run('another', '--record-only')).toMatchObject({ exitCode: 1, output: { signatureValid: false, named: null } });
    const packs = makePack(key).jwsSignature;
    expect(await run(packs, '--record-only')).toMatchObject({ exitCode: 1, output: { signatureValid: false } });
  });

  it('what nobody asked for takes nothing from the code, unless it is found false', () => {
    const at = '2025-11-18T11:30:00Z';
    const passed = { state: 'passed', at, evidence: null } as const;
    const failed = { state: 'failed', at, code: 'file_changed', message: '', reasons: [], evidence: null } as const;
    const open = { state: 'notCheckable', reason: 'not at hand' } as const;
    const codeOf = (part: NamedPart['part'], asked: boolean) =>
      answered([
        { name: 'signature', part: passed, asked: true },
        { name: 'files', part, asked },
      ]).exitCode;
    expect([codeOf(passed, false), codeOf(open, false), codeOf(failed, false)]).toEqual([0, 0, 1]);
    expect([codeOf(passed, true), codeOf(open, true), codeOf(failed, true)]).toEqual([0, 1, 1]);
  });
});

describe('what is asked for twice', { tags: ['P-3'] }, () => {
  const [good, bad] = [file(pack), file('no manifest')];
  const otherKeys = file({ keys: [makeKey('ukweli-2025-11').jwk] });
  it.each([
    ['one manifest after another', ['--manifest', bad, '--manifest', good, '--jwks', jwks], '--manifest'],
    ['the same under both its names', ['--manifest', bad, '--record', good, '--jwks', jwks], '--record'],
    ['another key set', ['--manifest', good, '--jwks', otherKeys, '--jwks', jwks], '--jwks'],
    ['another tenant', ['--manifest', good, '--jwks', jwks, '--tenant', 'kampala', '--tenant', 'demo'], '--tenant'],
    ['another tenant with an equals sign', ['--manifest', good, '--jwks', jwks, '--tenant=kampala', '--tenant=demo'], '--tenant'],
    ['another kind', ['--kind', 'report', '--kind', 'evidence', '--manifest', good, '--jwks', jwks], '--kind'],
    ['a flag', ['--require-files', '--require-files', '--manifest', good, '--jwks', jwks], '--require-files'],
  ] as const)('%s: nobody chooses which of the two is left unlooked at, exit 2', { tags: ['P-3'] }, async (_, argv, named) => {
    const { exitCode, output } = await verifyCommand([...argv]);
    expect([exitCode, output['verified']]).toEqual([2, false]);
    expect(output['message']).toContain(`${named} was given, and one was named before it`);
  });
});

describe('--help', { tags: ['P-3'] }, () => {
  it('says what becomes of a proof without any keys, and that exit 0 by its own keys is no verdict', { tags: ['P-10'] }, () => {
    expect(help).toContain('With neither of the two a proof is never verified: exit 1');
    expect(help).toContain('exit 0 then goes with verified: false');
  });

  it('a fraction of a second is a time like any other', { tags: ['P-3'] }, async () => {
    expect(await verifyCommand(['--manifest', file(pack), '--jwks', jwks, '--timeout', '17.0005'])).toMatchObject({ exitCode: 0 });
  });

  it('is no answer on a file that is called so', { tags: ['P-3'] }, async () => {
    for (const name of ['-h', '--help']) {
      const { exitCode, output } = await verifyCommand(['--jwks', jwks, '--', name]);
      expect([exitCode, output['message']]).toEqual([2, `The proof ${name} cannot be opened`]);
    }
  });

  it('is printed as text, with exit 0, and names every argument that is taken', async () => {
    for (const argv of [['--help'], ['-h'], ['--kind', 'report', '--help']])
      expect(await verifyCommand(argv)).toMatchObject({ exitCode: 0, text: help });
    const taken = [
      '--manifest',
      '--jwks',
      '--files',
      '--require-files',
      '--kind',
      '--record',
      '--proof',
      '--data',
      '--record-only',
      '--chain',
      '--keys-in-file',
      '--tenant',
      '--timeout',
    ];
    for (const name of taken) expect(help).toMatch(new RegExp(`^  ${name} `, 'm'));
    for (const line of help.split('\n')) expect(line.length, line).toBeLessThanOrEqual(110);
  });
});
