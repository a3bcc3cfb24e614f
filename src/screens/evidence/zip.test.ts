import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { zip } from './zip.ts';

const text = (value: string) => Uint8Array.from(new TextEncoder().encode(value));

describe('the downloaded archive', () => {
  it('[D-8] is read by an unzip that is not ours, byte for byte, names and all', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ukweli-zip-'));
    try {
      const random = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 2_654_435_761) >>> 24);
      const entries = [
        { name: 'EP-0931/manifest.json', bytes: text('{"packId":"EP-0931"}') },
        { name: 'EP-0931/files/picha ya jikoni ጥሩ.jpg', bytes: random },
        { name: 'EP-0931/files/empty.csv', bytes: new Uint8Array() },
      ];
      writeFileSync(join(folder, 'pack.zip'), Buffer.from(await zip(entries, new Date('2025-11-18T11:26:06Z')).arrayBuffer()));
      // Python's zipfile checks every CRC as it reads.
      execFileSync('python3', [
        '-c',
        'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])',
        join(folder, 'pack.zip'),
        folder,
      ]);
      for (const { name, bytes } of entries) expect(readFileSync(join(folder, name)).equals(Buffer.from(bytes))).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
