import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Images and fonts are already compressed. */
const worthIt = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.svg', '.txt']);
/** The platform modifies these when serving and compresses them itself (server/http/builtFiles.ts). */
const rewritten = new Set(['sw.js']);
/** Below this size compression does not pay off, bytes. */
const smallest = 1024;

/**
 * Writes `<name>.br` and `<name>.gz` beside every file that gets smaller, at maximum compression, since one build serves thousands of
 * responses.
 * @param {string} folder
 * @returns {Promise<number>} number of compressed files
 */
export async function precompress(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && worthIt.has(extname(entry.name)) && !rewritten.has(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const done = await Promise.all(files.map(compressFile));
  return done.filter(Boolean).length;
}

/** @param {string} file */
async function compressFile(file) {
  const plain = readFileSync(file);
  if (plain.length < smallest) return false;
  const [br, gz] = await Promise.all([
    brotli(plain, {
      params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
    zip(plain, { level: 9 }),
  ]);
  if (br.length < plain.length) writeFileSync(`${file}.br`, br);
  if (gz.length < plain.length) writeFileSync(`${file}.gz`, gz);
  return true;
}
