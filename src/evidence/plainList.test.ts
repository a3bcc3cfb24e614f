import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeKey, makePack, sha256 } from '../../tests/builders/evidencePack.ts';
import type { EvidenceManifest, ManifestFile } from '../contracts/evidence.ts';
import { canonicalFileList, fileNameFault } from '../domain/records/manifest.ts';
import { fileListFaults } from './parse.ts';
import { plainFileList } from './plainList.ts';

const pack = makePack(makeKey('k'));
const long = (files: readonly ManifestFile[]): { readonly good: boolean; readonly text: string } => {
  const manifest: EvidenceManifest = { ...pack, files: [...files] };
  return { good: fileListFaults(manifest).length === 0, text: canonicalFileList(files) };
};
const asText = (bytes: Uint8Array | null): string | null => (bytes === null ? null : Buffer.from(bytes).toString('utf8'));

const plainUnits = [...'abcXYZ019_. ()+,=@-'];
const hash = fc.nat().map((seed) => sha256(String(seed)));
const plainName = fc.tuple(fc.constantFrom('a', 'Z', '0', '_'), fc.string({ unit: fc.constantFrom(...plainUnits), maxLength: 254 }));
const size = fc.oneof(
  fc.nat(),
  fc.nat({ max: Number.MAX_SAFE_INTEGER }),
  fc.constantFrom(0, -0, 9, 10, 2 ** 31 - 1, 2 ** 31, Number.MAX_SAFE_INTEGER),
);
const plain = fc.uniqueArray(fc.record({ name: plainName.map((parts) => parts.join('')), size, hash }), {
  selector: ({ name }) => name,
  maxLength: 30,
});
/** Lists of the right shape with hostile or careless content. */
const any = fc.array(
  fc.record({
    name: fc.oneof(
      plainName.map((parts) => parts.join('')),
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('', 'same', '.', '..', 'C:x', 'é', 'a'.repeat(256)),
    ),
    size,
    hash: fc.oneof(
      hash,
      fc.string({ unit: 'binary', maxLength: 70 }),
      hash.map((good) => good.toUpperCase()),
      hash.map((good) => `${good.slice(1)}ā`),
    ),
  }),
  { maxLength: 6 },
);

describe('the short way to the bytes of a file list', () => {
  it('takes every plain list, whatever the order of its names, and writes what the long way writes', { tags: ['D-7'] }, () => {
    fc.assert(
      fc.property(plain, (files) => {
        expect(long(files).good).toBe(true);
        expect(asText(plainFileList(files))).toBe(long(files).text);
      }),
    );
  });

  it('takes no list that the long way refuses, and never writes other bytes', { tags: ['D-7'] }, () => {
    fc.assert(
      fc.property(any, (files) => {
        const short = plainFileList(files);
        if (short === null) return;
        expect(long(files)).toEqual({ good: true, text: asText(short) });
      }),
      { numRuns: 2_000 },
    );
  });

  it('judges each unit of a name as the rules for names do, first and further on, and each unit of a hash', { tags: ['D-7'] }, () => {
    const good = sha256('x');
    for (let unit = 0; unit < 0x1_0000; unit += unit < 0x200 ? 1 : 251) {
      const text = String.fromCharCode(unit);
      for (const name of [text, `a${text}`]) {
        if (plainFileList([{ name, size: 1, hash: good }]) !== null) expect([name, fileNameFault(name)]).toEqual([name, null]);
      }
      const taken = plainFileList([{ name: 'a', size: 1, hash: good.slice(1) + text }]) !== null;
      expect([unit, taken]).toEqual([unit, /^[0-9a-f]$/.test(text)]);
    }
  });

  it('refuses a name that stands twice, next to itself or far away', { tags: ['D-7'] }, () => {
    const entry = (name: string): ManifestFile => ({ name, size: 1, hash: sha256(name) });
    expect(plainFileList(['a', 'a'].map(entry))).toBeNull();
    expect(plainFileList(['b', 'a', 'c', 'b'].map(entry))).toBeNull();
    expect(plainFileList(['b', 'a', 'c', 'd'].map(entry))).not.toBeNull();
    for (const size of [-1, 1.5, Number.NaN, 2 ** 53]) expect(plainFileList([{ ...entry('a'), size }])).toBeNull();
  });
});
