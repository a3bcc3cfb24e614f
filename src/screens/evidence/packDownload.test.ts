import { describe, expect, it } from 'vitest';
import { makeKey, makePack, sampleFiles } from '../../../tests/builders/evidencePack.ts';
import { fitsArchive, packArchive } from './packDownload.ts';
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
});
