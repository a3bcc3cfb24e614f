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
/** Suffixes of the compressed files that the build writes (scripts/precompress.mjs). */
const suffixes = { br: '.br', gzip: '.gz' } as const;

/** One encoding of a file. Each has its own ETag, so that a cache never confuses them. */
export interface Variant {
  readonly body: Buffer;
  readonly etag: string;
}

/** A file of the built console, in memory in all encodings. */
export interface BuiltFile {
  readonly type: string;
  /** True if the name contains a hash of the content, so that it may be cached for good. */
  readonly hashed: boolean;
  /**
   * The policy in the page's own meta element, for a self-contained page that runs scripts by their hashes; null: the console's policy
   * applies.
   */
  readonly ownPolicy: string | null;
  readonly variants: ReadonlyMap<Encoding, Variant>;
}

/**
 * Reads the built console and the kept assets of earlier builds (scripts/keptAssets.mjs) into memory, by path, once at start. A path that
 * is not in the map does not exist, so requests cannot leave the folder and never touch the disk. Earlier builds serve only hashed
 * assets, never in place of the current build's.
 */
export function readBuiltFiles(webRoot: string, keptRoot: string): Map<string, BuiltFile> {
  const files = new Map<string, BuiltFile>();
  for (const build of entriesOf(keptRoot)) addFolder(files, join(keptRoot, build), (path) => path.startsWith('/assets/'));
  addFolder(files, webRoot, () => true);
  return files;
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).sort(); // by age: of two files with the same name the newer one wins
  } catch {
    return []; // no earlier build was kept
  }
}

function addFolder(files: Map<string, BuiltFile>, root: string, wanted: (path: string) => boolean): void {
  let names: string[];
  try {
    names = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  } catch {
    return; // the server also runs without a built console (tests, `npm run dev`)
  }
  const all = new Set(names);
  for (const name of names) {
    const path = `/${name.split(sep).join('/')}`;
    if (!wanted(path) || isVariantOf(name, all)) continue;
    const compressed = Object.entries(suffixes)
      .filter(([, suffix]) => all.has(name + suffix))
      .map(([encoding, suffix]) => [encoding as Encoding, readFileSync(join(root, name + suffix))] as const); // the keys of `suffixes`
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

/**
 * The policy in a page's own meta element, plus the part that only a header can set. Expects our own build's layout, with the element at
 * the start of the head.
 */
function policyIn(page: string): string | null {
  const own =
    /^[^>]*>\s*<html[^>]*>\s*<head>\s*<meta charset="utf-8" \/>\s*<meta http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(
      page,
    )?.[1];
  return own === undefined ? null : `${own}; frame-ancestors 'none'`;
}

/**
 * The service worker's script for a content security policy. A precached shell keeps the policy it came with, so the policy is part of
 * the shell's revision: vite.config.ts puts the placeholder SHELL_POLICY into the precache list (FINDINGS). Compressed here, because the
 * text is generated here.
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
