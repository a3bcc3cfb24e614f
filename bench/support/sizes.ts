import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** One row of Vite's build manifest, as far as it is used. */
export interface Chunk {
  readonly file: string;
  readonly name?: string;
  /** Keys of the chunks that this one needs before it runs. */
  readonly imports?: readonly string[];
  readonly isEntry?: boolean;
}

/** Key of the script that the build was told to call `name` (vite.config.ts). Pure. */
export function keyOf(chunks: Readonly<Record<string, Chunk>>, name: string): string {
  const found = Object.entries(chunks).filter(([, chunk]) => chunk.name === name && chunk.file.endsWith('.js'));
  const [only] = found;
  if (only === undefined || found.length > 1) throw new Error(`The build holds ${found.length} scripts called '${name}'.`);
  return only[0];
}

/** Files of a chunk and of everything it needs before it runs. Pure. */
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

/** Sum of the files' sizes, each gzipped as a server sends it; kB of 1000 bytes. */
export function gzippedKilobytes(folder: string, files: Iterable<string>): number {
  let bytes = 0;
  for (const file of files) bytes += gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;
  return bytes / 1000;
}
