import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeKey, makePack, sampleFiles } from '../../../tests/builders/evidencePack.ts';
import { fitsArchive, MAX_ZIP_BYTES, packArchive } from './packDownload.ts';

describe('a pack', { tags: ['M-13', 'D-8'] }, () => {
  const pack = makePack(makeKey('k'));
  const [file] = sampleFiles;

  it('of exactly as many bytes as an archive takes fits one, and one of a byte more does not', () => {
    const sized = (size: number) => fitsArchive({ ...pack, files: [{ name: 'a', size, hash: '' }] });
    expect([sized(MAX_ZIP_BYTES), sized(MAX_ZIP_BYTES + 1)]).toEqual([true, false]);
  });

  it('for whose archive the browser has no memory makes none; what else fails is not told as that', async () => {
    const failing = (failure: Error) => {
      const blob = Object.assign(new Blob(['hello']), {
        stream: () => new ReadableStream({ start: (controller) => controller.error(failure) }),
      });
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

  it('is read by an unzip that is not ours, byte for byte, names and all', { tags: ['D-8'] }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ukweli-zip-'));
    try {
      const random = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 2_654_435_761) >>> 24);
      const bytes = new Map([
        ['picha ya jikoni ጥሩ.jpg', new Blob([random])],
        ['empty.csv', new Blob([])],
      ]);
      const manifest = { ...pack, files: [...bytes].map(([name, { size }]) => ({ name, size, hash: '' })) };
      const archive = await packArchive(manifest, { keys: [], entries: [], checkpoints: [] }, bytes, new Date('2025-11-18T11:26:06Z'));
      if (archive === null) throw new Error('No archive was made');
      writeFileSync(join(folder, 'pack.zip'), Buffer.from(await archive.arrayBuffer()));
      // Python's zipfile verifies every CRC while reading.
      execFileSync('python3', [
        '-c',
        'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])',
        join(folder, 'pack.zip'),
        folder,
      ]);
      const unpacked = (name: string) => readFileSync(join(folder, pack.packId, name));
      for (const [name, blob] of bytes) expect(unpacked(`files/${name}`).equals(Buffer.from(await blob.arrayBuffer()))).toBe(true);
      expect(JSON.parse(unpacked('manifest.json').toString())).toEqual(manifest);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
