import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The used part of a row in Vite's build manifest. */
export interface Chunk {
  readonly file: string;
  readonly name?: string;
  /** Keys of the chunks that must be loaded before this one runs. */
  readonly imports?: readonly string[];
  readonly isEntry?: boolean;
}

/** Key of the script named `name` in vite.config.ts. Pure. */
export function keyOf(chunks: Readonly<Record<string, Chunk>>, name: string): string {
  const found = Object.entries(chunks).filter(([, chunk]) => chunk.name === name && chunk.file.endsWith('.js'));
  const [only] = found;
  if (only === undefined || found.length > 1) throw new Error(`The build holds ${found.length} scripts called '${name}'.`);
  return only[0];
}

/** Files of chunks and of everything they statically import. Pure. */
export function closureOf(chunks: Readonly<Record<string, Chunk>>, keys: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (key: string): void => {
    const chunk = chunks[key];
    if (chunk === undefined) throw new Error(`The build holds no chunk '${key}'.`);
    if (seen.has(key)) return;
    seen.add(key);
    chunk.imports?.forEach(visit);
  };
  keys.forEach(visit);
  return new Set([...seen].flatMap((key) => chunks[key]?.file ?? []));
}

/** Total gzipped size of the files, as a server sends them; kB of 1000 bytes. */
export function gzippedKilobytes(folder: string, files: Iterable<string>): number {
  let bytes = 0;
  for (const file of files) bytes += gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;
  return bytes / 1000;
}
