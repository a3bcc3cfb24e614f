import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { qrCode, qrPath } from './qrCode.ts';

const drawn = (text: string): string => (qrCode(text) ?? []).map((row) => row.map((dark) => (dark ? '#' : '.')).join('')).join('\n');
const lengths = [1, 14, 15, 26, 42, 62, 84, 106, 122, 130, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666];
const textOf = (length: number): string => 'otpauth://totp/'.slice(0, length).padEnd(length, 'aZ9%:');

describe('a QR code drawn by ourselves', { tags: ['G-25'] }, () => {
  it('takes the smallest version that the text fits in, up to 666 characters of ASCII', () => {
    expect(lengths.map((length) => ((qrCode(textOf(length))?.length ?? 0) - 17) / 4)).toEqual([
      1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
    ]);
    expect(qrCode('x'.repeat(667))).toBeNull();
    expect(qrCode('ä')).toBeNull();
  });

  it('is what another implementation draws (uqr, level M, one of the eight masks): compared when this was written, held since by a hash', () => {
    const all = createHash('sha256')
      .update(lengths.map((length) => drawn(textOf(length))).join('\n\n'))
      .digest('hex');
    expect(all).toBe('65fadfa645cc890000ff778349f5cfa408939cf31a505614ac60ea999c094bdd');
  });

  it('has its three finders, its timing lines, and a quiet zone where it is drawn', () => {
    const rows = drawn(textOf(130)).split('\n');
    const finder = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];
    const size = rows.length;
    expect(rows.slice(0, 7).map((row) => row.slice(0, 7))).toEqual(finder);
    expect(rows.slice(0, 7).map((row) => row.slice(size - 7))).toEqual(finder);
    expect(rows.slice(size - 7).map((row) => row.slice(0, 7))).toEqual(finder);
    expect(rows[6]?.slice(8, size - 8)).toMatch(/^(#\.)*#$/);
    const { path, size: view } = qrPath(textOf(130)) ?? { path: '', size: 0 };
    expect(view).toBe(size + 8);
    expect(path.match(/M\d+ \d+h1v1h-1z/g)?.length).toBe(rows.join('').replaceAll(/[^#]/g, '').length);
    expect(path.startsWith('M4 4h1v1h-1z')).toBe(true);
  });
});
