import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { clip } from '../src/evidence/messages.ts';
import type { Parsed } from '../src/evidence/parse.ts';

/** Input that cannot be used at all: exit code 2, with a sentence for the person. */
export class Unusable extends Error {}

/** The bytes of a regular file no larger than `maxBytes`; a gigabyte is refused before one byte of it is read. */
export async function readBounded(what: string, path: string, maxBytes: number): Promise<Uint8Array> {
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK); // a pipe without a writer must not block
  } catch {
    throw new Unusable(`The ${what} ${clip(path, 200)} cannot be opened`);
  }
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new Unusable(`The ${what} is not a regular file`);
    if (stats.size > maxBytes) throw new Unusable(`The ${what} has ${stats.size} bytes; more than ${maxBytes} are refused unread`);
    // Exactly the size that was judged: a file that grows meanwhile does not get more read of it.
    const bytes = new Uint8Array(stats.size);
    const { bytesRead } = await handle.read(bytes, 0, stats.size, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** What was parsed, or the end of the run with everything that is wrong with it. */
export function usable<T>(what: string, parsed: Parsed<T>): T {
  if (parsed.ok) return parsed.value;
  throw new Unusable(`The ${what} cannot be used: ${parsed.faults.map(({ text }) => text).join('; ')}`);
}
