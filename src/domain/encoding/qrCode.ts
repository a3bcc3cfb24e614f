/**
 * QR code (ISO/IEC 18004) of an ASCII text, generated locally because it encodes a secret that no external service may see. Byte mode,
 * error correction level M, versions 1 to 20: up to 666 bytes; an authenticator address has about 130.
 */

/** Error correction codewords per block, by version. */
const correctionWords = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26] as const;
/** Number of blocks, by version. */
const blockCounts = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16] as const;
/** Level M in the format information. */
const levelBits = 0;

type Grid = boolean[][];

/** The modules, row by row, dark ones true; without the quiet zone of four modules. Null if the text is too long or not ASCII. */
export function qrCode(text: string): readonly (readonly boolean[])[] | null {
  if (!/^[ -~]*$/.test(text)) return null;
  const bytes = [...text].map((sign) => sign.charCodeAt(0));
  const version = correctionWords.findIndex((_, index) => bitsFor(bytes.length, index + 1) <= dataLabels(index + 1) * 8) + 1;
  if (version === 0) return null;
  const words = interleaved(wordsOf(bytes, version), version);
  const masked = masks.map((mask, number) => drawn(version, words, mask, number));
  const [first] = masked.toSorted((a, b) => penaltyOf(a) - penaltyOf(b));
  return first ?? null;
}

/** The code as an SVG path with view box `0 0 size size`, including the quiet zone. Null as for `qrCode`. */
export function qrPath(text: string): { readonly path: string; readonly size: number } | null {
  const rows = qrCode(text);
  if (rows === null) return null;
  const quiet = 4;
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x + quiet} ${y + quiet}h1v1h-1z`] : []))).join('');
  return { path, size: rows.length + 2 * quiet };
}

function bitsFor(byteCount: number, version: number): number {
  return 4 + (version < 10 ? 8 : 16) + byteCount * 8;
}

/** Number of codewords for data and correction together. */
function allWords(version: number): number {
  const aligned = Math.floor(version / 7) + 2;
  const withoutAlignment = (16 * version + 128) * version + 64;
  if (version === 1) return Math.floor(withoutAlignment / 8);
  return Math.floor((withoutAlignment - ((25 * aligned - 10) * aligned - 55) - (version >= 7 ? 36 : 0)) / 8);
}

function dataLabels(version: number): number {
  return allWords(version) - (correctionWords[version - 1] ?? 0) * (blockCounts[version - 1] ?? 0);
}

function wordsOf(bytes: readonly number[], version: number): number[] {
  const capacity = dataLabels(version) * 8;
  const length = bytes.length.toString(2).padStart(version < 10 ? 8 : 16, '0');
  let bits = `0100${length}${bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')}`;
  bits += '0'.repeat(Math.min(4, capacity - bits.length));
  bits += '0'.repeat((8 - (bits.length % 8)) % 8);
  const words = (bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2));
  for (let pad = 0xec; words.length < dataLabels(version); pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

/** Data and correction of all blocks, in drawing order. */
function interleaved(data: readonly number[], version: number): number[] {
  const blockCount = blockCounts[version - 1] ?? 1;
  const correction = correctionWords[version - 1] ?? 0;
  const shortBlocks = blockCount - (allWords(version) % blockCount);
  const shortData = Math.floor(allWords(version) / blockCount) - correction;
  const generator = generatorOf(correction);
  const blocks: { readonly data: readonly number[]; readonly correction: readonly number[] }[] = [];
  let from = 0;
  for (let index = 0; index < blockCount; index += 1) {
    const to = from + shortData + (index < shortBlocks ? 0 : 1);
    const own = data.slice(from, to);
    blocks.push({ data: own, correction: remainderOf(own, generator) });
    from = to;
  }
  const column = (words: (block: (typeof blocks)[number]) => readonly number[], length: number): number[] =>
    Array.from({ length }, (_, place) => blocks.flatMap((block) => words(block)[place] ?? [])).flat();
  return [...column((block) => block.data, shortData + 1), ...column((block) => block.correction, correction)];
}

/** Product in GF(2⁸) modulo x⁸+x⁴+x³+x²+1. */
function product(a: number, b: number): number {
  let sum = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    sum = (sum << 1) ^ ((sum >>> 7) * 0x11d);
    sum ^= ((b >>> bit) & 1) * a;
  }
  return sum;
}

function generatorOf(degree: number): number[] {
  const result: number[] = Array.from({ length: degree }, (_, index) => (index === degree - 1 ? 1 : 0));
  let root = 1;
  for (let round = 0; round < degree; round += 1) {
    for (let index = 0; index < degree; index += 1) result[index] = product(result[index] ?? 0, root) ^ (result[index + 1] ?? 0);
    root = product(root, 2);
  }
  return result;
}

function remainderOf(data: readonly number[], generator: readonly number[]): number[] {
  let rest = generator.map(() => 0);
  for (const word of data) {
    const factor = word ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((one, index) => one ^ product(generator[index] ?? 0, factor));
  }
  return rest;
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The complete code with one mask. */
function drawn(version: number, words: readonly number[], mask: (typeof masks)[number], number: number): Grid {
  const size = version * 4 + 17;
  const dark: Grid = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const fixed: Grid = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const set = (x: number, y: number, isDark: boolean): void => {
    const [row, held] = [dark[y], fixed[y]];
    if (row === undefined || held === undefined || x < 0 || x >= size) return;
    row[x] = isDark;
    held[x] = true;
  };
  for (let place = 0; place < size; place += 1) {
    set(6, place, place % 2 === 0);
    set(place, 6, place % 2 === 0);
  }
  /** Concentric square rings, from the centre outwards: dark or light. */
  const square = (x: number, y: number, rings: readonly boolean[]): void => {
    const reach = rings.length - 1;
    for (let dy = -reach; dy <= reach; dy += 1)
      for (let dx = -reach; dx <= reach; dx += 1) set(x + dx, y + dy, rings[Math.max(Math.abs(dx), Math.abs(dy))] === true);
  };
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, [true, true, false, true, false]);
  const places = alignmentPlaces(version);
  const last = places.length - 1;
  for (const [row, y] of places.entries())
    for (const [at, x] of places.entries()) {
      const isCorner = (row === 0 && at === 0) || (row === 0 && at === last) || (row === last && at === 0);
      if (!isCorner) square(x, y, [true, false, true]);
    }
  drawFormat(set, size, number);
  if (version >= 7) drawVersion(set, size, version);
  // Two columns at a time from the right, alternately up and down, skipping fixed modules.
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const isUp = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step += 1) {
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        const row = dark[y];
        if (row === undefined || fixed[y]?.[x] !== false) continue;
        const isSet = (((words[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1;
        row[x] = isSet !== mask(x, y);
        bit += 1;
      }
    }
  }
  return dark;
}

function alignmentPlaces(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => version * 4 + 10 - (count - 2 - index) * step)];
}

type Setter = (x: number, y: number, isDark: boolean) => void;

function drawFormat(set: Setter, size: number, mask: number): void {
  const data = (levelBits << 3) | mask;
  let rest = data;
  for (let round = 0; round < 10; round += 1) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  const bits = ((data << 10) | rest) ^ 0x5412;
  const isSet = (bit: number): boolean => ((bits >>> bit) & 1) === 1;
  for (let bit = 0; bit <= 5; bit += 1) set(8, bit, isSet(bit));
  set(8, 7, isSet(6));
  set(8, 8, isSet(7));
  set(7, 8, isSet(8));
  for (let bit = 9; bit < 15; bit += 1) set(14 - bit, 8, isSet(bit));
  for (let bit = 0; bit < 8; bit += 1) set(size - 1 - bit, 8, isSet(bit));
  for (let bit = 8; bit < 15; bit += 1) set(8, size - 15 + bit, isSet(bit));
  set(8, size - 8, true);
}

function drawVersion(set: Setter, size: number, version: number): void {
  let rest = version;
  for (let round = 0; round < 12; round += 1) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let bit = 0; bit < 18; bit += 1) {
    const isSet = ((bits >>> bit) & 1) === 1;
    const [near, far] = [Math.floor(bit / 3), size - 11 + (bit % 3)];
    set(far, near, isSet);
    set(near, far, isSet);
  }
}

/** Readability penalty: long runs, blocks, finder-like patterns, and an imbalance of dark and light. */
function penaltyOf(grid: Grid): number {
  const size = grid.length;
  const lines = [...grid, ...grid.map((_, x) => grid.map((row) => row[x] === true))].map((line) =>
    line.map((dark) => (dark ? '1' : '0')).join(''),
  );
  let penalty = 0;
  for (const line of lines) {
    for (const run of line.match(/1{5,}|0{5,}/g) ?? []) penalty += run.length - 2;
    for (let at = 0; at + 11 <= size; at += 1) {
      const part = line.slice(at, at + 11);
      if (part === '10111010000' || part === '00001011101') penalty += 40;
    }
  }
  for (let y = 0; y + 1 < size; y += 1)
    for (let x = 0; x + 1 < size; x += 1) {
      const one = grid[y]?.[x];
      if (one === grid[y]?.[x + 1] && one === grid[y + 1]?.[x] && one === grid[y + 1]?.[x + 1]) penalty += 3;
    }
  const dark = grid.flat().filter(Boolean).length;
  return penalty + (Math.ceil(Math.abs(dark * 20 - size * size * 10) / (size * size)) - 1) * 10;
}
