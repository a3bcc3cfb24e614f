import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { clip } from '../src/evidence/messages.ts';
import type { Parsed } from '../src/evidence/parse.ts';

/** Input that cannot be used: exit code 2, with a message for the person. */
export class Unusable extends Error {}

/** Reads a regular file of at most `maxBytes`; a larger one is refused before reading. Throws `Unusable`. */
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
    // Reads exactly the checked size, even if the file grows meanwhile.
    const bytes = new Uint8Array(stats.size);
    const { bytesRead } = await handle.read(bytes, 0, stats.size, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Returns the parsed value, or throws `Unusable` with all its faults. */
export function usable<T>(what: string, parsed: Parsed<T>): T {
  if (parsed.ok) return parsed.value;
  throw new Unusable(`The ${what} cannot be used: ${parsed.faults.map(({ text }) => text).join('; ')}`);
}
