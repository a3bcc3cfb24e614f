import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../../scripts/root.mjs';

/** What our documents cite: files in backticks, and words of the tests in them in brackets behind. */

/** A file of tests as a document cites it. */
export interface CitedTest {
  /** As it stands there: a path, or the name alone where only one file has it. */
  readonly name: string;
  /** What stands in brackets behind it, on one line; null where nothing does. */
  readonly words: string | null;
}

const tests = /`([^`\s]+\.(?:test\.tsx?|e2e\.ts))`(?:\s*\(((?:[^()]|\([^()]*\))*)\))?/gu;
/** `path/to/file.ts`, or a folder's file without one. */
const anyFile = /`((?:\.?[\w@-]+\/)*[\w.@-]+\.(?:ts|tsx|mjs|json|md|html|sh))`/gu;

/** Every file of tests that a text cites, in its order. */
export function citedTests(text: string): readonly CitedTest[] {
  return [...text.matchAll(tests)].map(([, name = '', words]) => ({ name, words: words?.replaceAll(/\s+/gu, ' ') ?? null }));
}

/** Every file of ours that a text names. */
export function citedFiles(text: string): readonly string[] {
  return [...text.matchAll(anyFile)].map(([, name = '']) => name);
}

/** Folders of the house that our documents speak of. */
const folders = ['bench', 'docs', 'e2e', 'scripts', 'server', 'src', 'tests'] as const;
let known: ReadonlySet<string> | undefined;
/** Paths of every file in them. */
function files(): ReadonlySet<string> {
  known ??= new Set(
    folders.flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`)),
  );
  return known;
}

/** The path of a cited file; null where there is none, or its bare name is that of several. */
export function pathOf(name: string): string | null {
  if (files().has(name)) return name;
  const alike = name.includes('/') ? [] : [...files()].filter((path) => basename(path) === name);
  return alike.length === 1 ? (alike[0] ?? null) : null;
}

/** The text of a cited file, empty where there is none. */
export function textOf(name: string): string {
  const path = pathOf(name);
  return path === null ? '' : readFileSync(join(root, path), 'utf8');
}

/**
 * What of these words does not stand in the text. They are parted by semicolons, and a title may have some of its own. Of one that is shortened by `…` the part before it is looked for.
 */
export function missingWords(words: string, text: string): readonly string[] {
  const parts = words
    .replace(/,? and \d+ more$/u, '')
    .split('; ')
    .map((part) => (part.split('…')[0] ?? '').trim());
  const missing: string[] = [];
  for (let at = 0; at < parts.length; ) {
    const ends = parts.map((_, index) => parts.length - index).filter((end) => end > at);
    const end = ends.find((each) => {
      const piece = parts.slice(at, each).join('; ');
      return piece !== '' && text.includes(piece);
    });
    if (end === undefined) missing.push(parts[at] ?? '');
    at = end ?? at + 1;
  }
  return missing;
}
