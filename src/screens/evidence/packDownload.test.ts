import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifyCommand } from '../../../scripts/verifyCommand.ts';
import { makeKey, makePack, sampleFiles } from '../../../tests/builders/evidencePack.ts';
import { makeProof } from '../../../tests/builders/proof.ts';
import { fitsArchive, packArchive, stretchIn } from './packDownload.ts';
import { MAX_ZIP_BYTES } from './zip.ts';

describe('[M-13] [D-8] a pack', () => {
  const pack = makePack(makeKey('k'));
  const [file] = sampleFiles;

  it('of exactly as many bytes as an archive takes fits one, and one of a byte more does not', () => {
    const sized = (size: number) => fitsArchive({ ...pack, files: [{ name: 'a', size, hash: '' }] });
    expect([sized(MAX_ZIP_BYTES), sized(MAX_ZIP_BYTES + 1)]).toEqual([true, false]);
  });

  it('for whose archive the browser has no memory makes none; what else fails is not told as that', async () => {
    const failing = (failure: Error) => {
      const blob = Object.assign(new Blob(['hello']), { arrayBuffer: () => Promise.reject(failure) });
      return packArchive(
        pack,
        { keys: [], entries: [], checkpoints: [] },
        new Map([[file?.name ?? '', blob]]),
        new Date('2025-11-18T11:26:06Z'),
      );
    };
    expect(await failing(new RangeError('Array buffer allocation failed'))).toBeNull();
    await expect(failing(new Error('gone'))).rejects.toThrow('gone');
    expect(await packArchive(pack, { keys: [], entries: [], checkpoints: [] }, new Map(), new Date('2025-11-18T11:26:06Z'))).toBeInstanceOf(
      Blob,
    );
  });

  it('[P-9] brings the links up to a signed checkpoint, so that the command finds it sealed in with nothing but the archive and the keys', async () => {
    const key = makeKey('k');
    const folder = mkdtempSync(join(tmpdir(), 'ukweli-archive-'));
    const proof = makeProof(key, 'verification');
    if (proof.pack === null) throw new Error('no pack');
    const archive = await packArchive(
      proof.pack,
      { keys: [key.jwk], ...stretchIn(JSON.stringify(proof)) },
      new Map(),
      new Date('2025-11-18T11:26:06Z'),
    );
    writeFileSync(join(folder, 'pack.zip'), new Uint8Array((await archive?.arrayBuffer()) ?? new ArrayBuffer()));
    execFileSync('python3', ['-m', 'zipfile', '-e', 'pack.zip', '.'], { cwd: folder });
    const beside = (name: string) => join(folder, proof.pack?.packId ?? '', name);
    expect(
      await verifyCommand(['--manifest', beside('manifest.json'), '--jwks', beside('jwks.json'), '--chain', beside('chain.json')]),
    ).toMatchObject({ exitCode: 0, output: { verified: true, sealedIn: 'passed' } });
    rmSync(folder, { recursive: true });
  });
});
