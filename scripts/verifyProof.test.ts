import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { proofKinds } from '../src/contracts/proof.ts';
import { makeKey, sampleFiles } from '../tests/builders/evidencePack.ts';
import { makeProof } from '../tests/builders/proof.ts';
import { verifyCommand } from './verifyCommand.ts';

const folder = mkdtempSync(join(tmpdir(), 'ukweli-verify-proof-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
function file(content: unknown): string {
  const path = join(folder, `${(made += 1)}.ukweli.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}
const key = makeKey('ukweli-2025-11');
const jwks = file({ keys: [key.jwk] });

describe('npm run verify -- NAME.ukweli.json', () => {
  it.each(proofKinds)('of a %s: exit 0 and verified with a key set of one’s own', { tags: ['P-10'] }, async (kind) => {
    expect(await verifyCommand([file(makeProof(key, kind)), '--jwks', jwks, '--tenant', 'demo'])).toMatchObject({
      exitCode: 0,
      output: {
        kind: 'proof',
        of: kind,
        verified: true,
        head: 'Verified by the keys you gave',
        keys: [{ kid: key.kid, against: 'equal' }],
      },
    });
  });

  it('without a key set: exit 1, since nobody can say whose the keys are; 0 for whoever asks for no more, and never verified', {
    tags: ['P-10'],
  }, async () => {
    const proof = file(makeProof(makeKey('attacker'), 'payment'));
    const head = 'Signature valid by the key in the file. Whose key it is, nothing here says';
    const alone = await verifyCommand([proof]);
    expect(alone).toMatchObject({
      exitCode: 1,
      output: { verified: false, signatureValid: true, head, keysFrom: 'file', notChecked: ['keys', 'files'] },
    });
    expect(alone.output['notes']).toEqual([expect.stringContaining('keys: The keys are in the file itself')]);
    expect(await verifyCommand([proof, '--keys-in-file'])).toMatchObject({ exitCode: 0, output: { verified: false, head } });
    expect(await verifyCommand([proof, '--jwks', jwks])).toMatchObject({
      exitCode: 1,
      output: { verified: false, head: 'Verification Failed', parts: { keys: 'failed' } },
    });
  });

  it('says what nobody signs: who saved it and when, and when the keys were fetched', { tags: ['P-10'] }, async () => {
    const { output } = await verifyCommand([file(makeProof(key, 'verification')), '--jwks', jwks]);
    const why = 'stated by the person who saved the file';
    expect(output['notCovered']).toEqual(
      expect.arrayContaining([
        { field: 'savedAt', value: '2025-11-18T12:00:00.000Z', why },
        { field: 'savedBy.id', value: 'acc-otieno', why },
        { field: 'savedBy.name', value: 'Otieno Bank', why },
        { field: 'keys.fetchedAt', value: '2025-11-18T11:00:00.000Z', why },
        { field: 'verification.siteName', value: 'Nairobi West Clinic', why: 'the platform does not sign it' },
      ]),
    );
    expect(output['covers']).toEqual(
      expect.arrayContaining([{ field: 'verification.status', value: 'verified', by: 'the chain, under a signed checkpoint' }]),
    );
  });

  it('--files asks for the evidence files, and fails for one that differs or is missing', { tags: ['P-10'] }, async () => {
    const beside = join(folder, 'files');
    mkdirSync(beside);
    for (const { name } of sampleFiles) writeFileSync(join(beside, name), `bytes of ${name}`);
    const run = () => verifyCommand([proof, '--jwks', jwks, '--files', beside]);
    const proof = file(makeProof(key, 'payment'));
    expect(await run()).toMatchObject({ exitCode: 0, output: { parts: { files: 'passed' }, verified: true } });
    writeFileSync(join(beside, sampleFiles[0]?.name ?? ''), 'other bytes');
    expect(await run()).toMatchObject({ exitCode: 1, output: { parts: { files: 'failed' }, verified: false } });
    rmSync(join(beside, sampleFiles[0]?.name ?? ''));
    expect(await run()).toMatchObject({ exitCode: 1, output: { parts: { files: 'failed' }, verified: false } });
    const head = 'Signature valid. The evidence files could not be compared';
    const open = { exitCode: 1, output: { parts: { files: 'not checkable' }, verified: false, head } };
    expect(await verifyCommand([proof, '--jwks', jwks, '--require-files'])).toMatchObject(open);
    // A report has no evidence files that these could be.
    expect(await verifyCommand([file(makeProof(key, 'report')), '--jwks', jwks, '--files', beside])).toMatchObject(open);
  });

  it('what cannot be used ends with 2 and says which part is wrong', { tags: ['P-10'] }, async () => {
    const proof = makeProof(key, 'payment');
    const told = async (content: unknown, ...more: readonly string[]) => {
      const { exitCode, output } = await verifyCommand([file(content), ...more]);
      return [exitCode, String(output['message'])];
    };
    expect(await told('{')).toEqual([2, 'The proof cannot be used: is not JSON']);
    expect(await told({ ...proof, format: 'ukweli-proof/2' })).toEqual([2, 'The proof cannot be used: format: not ukweli-proof/1']);
    expect(await told({ ...proof, more: 1 })).toEqual([2, 'The proof cannot be used: the proof: names more, which has no place there']);
    expect(await told({ ...proof, savedBy: { id: 'x' } })).toEqual([2, 'The proof cannot be used: savedBy.name: expected string']);
    expect(await told(proof, '--jwks', file('[]'))).toEqual([2, 'The key set cannot be used: keys: expected array']);
    expect(await told(proof, '--kind', 'payment')).toEqual([2, expect.stringContaining('--kind does not go with a proof')]);
    expect(await told(proof, '--jwks', jwks, '--keys-in-file')).toEqual([
      2,
      expect.stringContaining('--keys-in-file is for where no key set is at hand'),
    ]);
    expect(await told(proof, file(proof))).toEqual([2, expect.stringContaining('One proof at a time')]);
  });
});
