import { crc32 } from '../../domain/crc32.ts';

/** One file to pack. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** More than this does not fit the plain format (ZIP64 is not written). */
export const MAX_ZIP_BYTES = 512 * 1024 * 1024;

/** Sixteen- and thirty-two-bit numbers, little-endian. */
function record(...fields: readonly (readonly [2 | 4, number])[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fields.reduce((sum, [width]) => sum + width, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  }
  return bytes;
}

/** DOS date and time; the format knows no zone, so UTC is written. */
function dosTime(at: Date): readonly [time: number, date: number] {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return [time, ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()];
}

/**
 * A ZIP archive whose entries are stored and not compressed (pictures and documents would not shrink): a pack leaves as ONE
 * download, with manifest and keys beside its files, ready for `npm run verify`. Names are UTF-8.
 */
export function zip(entries: readonly ZipEntry[], at: Date): Blob {
  const [time, date] = dosTime(at);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  let directorySize = 0;
  for (const { name, bytes } of entries) {
    const encoded = new TextEncoder().encode(name);
    // Version 2.0, UTF-8 names, stored; then time, date, CRC, the two sizes, the lengths of name and extra field.
    const common = [
      [2, 20],
      [2, 0x0800],
      [2, 0],
      [2, time],
      [2, date],
      [4, crc32(bytes)],
      [4, bytes.length],
      [4, bytes.length],
      [2, encoded.length],
      [2, 0],
    ] as const;
    const head = record([4, 0x0403_4b50], ...common);
    const central = record([4, 0x0201_4b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]);
    parts.push(head, encoded, bytes);
    directory.push(central, encoded);
    offset += head.length + encoded.length + bytes.length;
    directorySize += central.length + encoded.length;
  }
  const end = record([4, 0x0605_4b50], [2, 0], [2, 0], [2, entries.length], [2, entries.length], [4, directorySize], [4, offset], [2, 0]);
  return new Blob([...parts, ...directory, end], { type: 'application/zip' });
}
