import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { testsIn } from '../../scripts/ledgerRows.ts';
import { root } from '../../scripts/root.mjs';

/** What our documents cite: files in backticks, and words of their tests in brackets behind them. */

/** A test file as a document cites it. */
export interface CitedTest {
  /** As written: a path, or the bare file name if it is unique. */
  readonly name: string;
  /** The text in brackets behind it, on one line; null if there is none. */
  readonly words: string | null;
}

const tests = /`([^`\s]+\.(?:test\.tsx?|e2e\.ts))`(?:\s*\(((?:[^()]|\([^()]*\))*)\))?/gu;
/** `path/to/file.ts`, or a bare file name. */
const anyFile = /`((?:\.?[\w@-]+\/)*[\w.@-]+\.(?:ts|tsx|mjs|json|md|html|sh))`/gu;

/** Every test file that a text cites, in order. */
export function citedTests(text: string): readonly CitedTest[] {
  return [...text.matchAll(tests)].map(([, name = '', words]) => ({ name, words: words?.replaceAll(/\s+/gu, ' ') ?? null }));
}

/** Every file that a text names. */
export function citedFiles(text: string): readonly string[] {
  return [...text.matchAll(anyFile)].map(([, name = '']) => name);
}

/** Folders of the repository that our documents refer to. */
const folders = ['bench', 'docs', 'e2e', 'scripts', 'server', 'src', 'tests'] as const;
let known: ReadonlySet<string> | undefined;
/** Paths of all files in them. */
function files(): ReadonlySet<string> {
  known ??= new Set(
    folders.flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`)),
  );
  return known;
}

/** The path of a cited file; null if there is none or its bare name is ambiguous. */
export function pathOf(name: string): string | null {
  if (files().has(name)) return name;
  const alike = name.includes('/') ? [] : [...files()].filter((path) => basename(path) === name);
  return alike.length === 1 ? (alike[0] ?? null) : null;
}

/** The text of a cited file; empty if there is none. */
export function textOf(name: string): string {
  const path = pathOf(name);
  return path === null ? '' : readFileSync(join(root, path), 'utf8');
}

const bearing = new Map<string, ReadonlySet<string>>();
/** Whether a test of the cited file bears the id, as a tag. */
export function bears(name: string, id: string): boolean {
  const text = textOf(name);
  const ids = bearing.get(name) ?? new Set(text === '' ? [] : testsIn(text, name.endsWith('x')).flatMap((test) => test.ids));
  bearing.set(name, ids);
  return ids.has(id);
}

/**
 * Cited phrases that the text lacks. Phrases are separated by semicolons, which titles may contain too. Of a phrase shortened by `…`, the
 * part before it must be present.
 */
export function missingLabels(words: string, text: string): readonly string[] {
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
