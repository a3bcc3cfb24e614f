/**
 * A valid baseline JPEG, small and deterministic: one grey component, one flat tone per 8 × 8 block (only the DC coefficient is written).
 * The seed needs real image files without an image library.
 */

/** Tone of a block, 0 black to 255 white. */
export type BlockTone = (column: number, row: number) => number;

/** Annex K of the JPEG standard: code lengths of the DC luminance table, for differences of 0 to 11 bits. */
const dcLengths = [2, 3, 3, 3, 3, 3, 4, 5, 6, 7, 8, 9];
const dcCounts = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0];

function huffmanCodes(lengths: readonly number[]): number[] {
  const codes: number[] = [];
  let code = 0;
  let length = lengths[0] ?? 0;
  for (const next of lengths) {
    code <<= next - length;
    length = next;
    codes.push(code);
    code += 1;
  }
  return codes;
}
const dcCodes = huffmanCodes(dcLengths);

function segment(marker: number, body: readonly number[]): number[] {
  return [0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff, ...body];
}

/** The scan: for each block the difference of its tone from the previous block, then 'end of block'. */
function scan(columns: number, rows: number, tone: BlockTone): number[] {
  const bytes: number[] = [];
  let buffer = 0;
  let filled = 0;
  const put = (value: number, bits: number): void => {
    for (let bit = bits - 1; bit >= 0; bit -= 1) {
      buffer = (buffer << 1) | ((value >> bit) & 1);
      filled += 1;
      if (filled === 8) {
        bytes.push(buffer);
        if (buffer === 0xff) bytes.push(0); // a 0xFF in the data must be stuffed, or it would start a marker
        buffer = 0;
        filled = 0;
      }
    }
  };
  let before = 0;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const level = Math.round(tone(column, row)) - 128; // the quantiser is 8, so one step of DC is one step of tone
      const difference = level - before;
      before = level;
      const size = difference === 0 ? 0 : 32 - Math.clz32(Math.abs(difference));
      put(dcCodes[size] ?? 0, dcLengths[size] ?? 0);
      put(difference < 0 ? difference + (1 << size) - 1 : difference, size);
      put(0, 1); // the AC table below has one symbol, end of block, of one bit
    }
  }
  if (filled > 0) put(0x7f, 8 - filled);
  return bytes;
}

/** A picture of `columns` × `rows` blocks. `comment` is written into the file, so that no two pictures have the same bytes. */
export function jpeg(columns: number, rows: number, comment: string, tone: BlockTone): Uint8Array {
  const [width, height] = [columns * 8, rows * 8];
  return Uint8Array.from([
    0xff,
    0xd8,
    ...segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...segment(0xfe, [...Buffer.from(comment, 'ascii')]),
    ...segment(0xdb, [0, ...Array<number>(64).fill(8)]),
    ...segment(0xc0, [8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0]),
    ...segment(0xc4, [0x00, ...dcCounts, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
    ...segment(0xc4, [0x10, 1, ...Array<number>(15).fill(0), 0]),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
    ...scan(columns, rows, tone),
    0xff,
    0xd9,
  ]);
}
