import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Encoding } from './contentEncoding.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
};
/** What the build writes beside a file (scripts/precompress.mjs). */
const suffixes = { br: '.br', gzip: '.gz' } as const;

/** One form of a file. Each has a tag of its own: a cache must not take one for the other. */
export interface Variant {
  readonly body: Buffer;
  readonly etag: string;
}

/** A file of the built console, in memory in all its forms. */
export interface BuiltFile {
  readonly type: string;
  /** Its name carries a hash of its content: it may be kept for good. */
  readonly hashed: boolean;
  /** The policy that the page itself names, where it stands whole in one file and so runs scripts by their hashes; null: the console's. */
  readonly ownPolicy: string | null;
  readonly variants: ReadonlyMap<Encoding, Variant>;
}

/**
 * Lists the built console and what is kept of the builds before it (scripts/keptAssets.mjs), by path. It is read once, at start, and kept in memory: a
 * path that is not in the list does not exist, so there is no way out of the folder, and an answer costs no disk. Of earlier builds only hashed assets are
 * served, and never in the place of the present one's.
 */
export function readBuiltFiles(webRoot: string, keptRoot: string): Map<string, BuiltFile> {
  const files = new Map<string, BuiltFile>();
  for (const build of entriesOf(keptRoot)) addFolder(files, join(keptRoot, build), (path) => path.startsWith('/assets/'));
  addFolder(files, webRoot, () => true);
  return files;
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).sort(); // by age: of two files of one name the newer one stands
  } catch {
    return []; // nothing was kept yet
  }
}

function addFolder(files: Map<string, BuiltFile>, root: string, wanted: (path: string) => boolean): void {
  let names: string[];
  try {
    names = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  } catch {
    return; // the platform runs without a built console too (tests, `npm run dev`)
  }
  const all = new Set(names);
  for (const name of names) {
    const path = `/${name.split(sep).join('/')}`;
    if (!wanted(path) || isVariantOf(name, all)) continue;
    const compressed = Object.entries(suffixes)
      .filter(([, suffix]) => all.has(name + suffix))
      .map(([encoding, suffix]) => [encoding as Encoding, readFileSync(join(root, name + suffix))] as const); // the keys of the record above
    files.set(path, builtFile(path, readFileSync(join(root, name)), compressed));
  }
}

function isVariantOf(name: string, all: ReadonlySet<string>): boolean {
  return Object.values(suffixes).some((suffix) => name.endsWith(suffix) && all.has(name.slice(0, -suffix.length)));
}

function builtFile(path: string, plain: Buffer, compressed: readonly (readonly [Encoding, Buffer])[]): BuiltFile {
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return {
    type: types[extname(path)] ?? 'application/octet-stream',
    hashed: path.startsWith('/assets/'),
    ownPolicy: extname(path) === '.html' ? policyIn(plain.toString('utf8')) : null,
    variants: new Map<Encoding, Variant>([
      ['identity', { body: plain, etag: `"${tag}"` }],
      ...compressed.map(([encoding, body]) => [encoding, { body, etag: `"${tag}-${encoding}"` }] as const),
    ]),
  };
}

/** What a page's own meta element says, with what only a header can. It is of our own build, and stands before everything else in the page's head. */
function policyIn(page: string): string | null {
  const own =
    /^[^>]*>\s*<html[^>]*>\s*<head>\s*<meta charset="utf-8" \/>\s*<meta http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(
      page,
    )?.[1];
  return own === undefined ? null : `${own}; frame-ancestors 'none'`;
}

/**
 * The service worker's script for a policy. A precached shell keeps the policy it came with, so the policy is part of the shell's revision:
 * vite.config.ts leaves this word in the script's list (FINDINGS). It is compressed here, since its text is made here.
 */
export function withShellPolicy(script: BuiltFile, policy: string): BuiltFile {
  const digest = createHash('sha256').update(policy).digest('base64url').slice(0, 12);
  const text = script.variants.get('identity')?.body.toString('utf8').replaceAll('SHELL_POLICY', digest) ?? '';
  const plain = Buffer.from(text);
  return builtFile('/sw.js', plain, [
    ['br', brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })],
    ['gzip', gzipSync(plain, { level: 9 })],
  ]);
}
