import { describe, expect, it } from 'vitest';
import { makeKey, makePack, sampleFiles } from '../../tests/builders/evidencePack.ts';
import { remarksOn } from './remarks.ts';
import { checkIntact } from './verify.ts';

const [first] = sampleFiles as [(typeof sampleFiles)[number]]; // safe: three sample files
const named = (...names: readonly string[]) => names.map((name) => ({ ...first, name }));

describe('remarks on a pack', { tags: ['P-8'] }, () => {
  it('names that look alike are remarked upon, with their places, and are no fault', async () => {
    const pack = makePack(makeKey('k'), { files: named('meter-readings.csv', 'kitchen.jpg', 'meter-readіngs.csv', 'KITCHEN.jpg') });
    expect((await checkIntact(pack, '')).state).toBe('passed');
    expect(remarksOn(pack)).toEqual([
      'File 1 (meter-readings.csv) and file 3 (meter-readіngs.csv) have names that look alike',
      'File 2 (kitchen.jpg) and file 4 (KITCHEN.jpg) have names that look alike',
    ]);
    expect(remarksOn({ files: [...sampleFiles] })).toEqual([]);
  });

  it('ten thousand of them are told in a few lines', () => {
    const files = Array.from({ length: 10_000 }, (_, place) => ({ ...first, name: 'a'.repeat((place % 2) + 1) }));
    expect(remarksOn({ files })).toHaveLength(20);
  });
});
