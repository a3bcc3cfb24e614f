import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/root.mjs';

const filesUnder = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path.replaceAll('\\', '/')}`);
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const sources = filesUnder('src').filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));

const sheets = [...filesUnder('src/ui/theme/morphic'), ...filesUnder('src/app/skin')].filter((path) => path.endsWith('.css'));
/** The components that apply the skin; they only wrap what is rendered anyway. */
const wrappers = ['src/ui/theme/MorphicSkin.tsx', 'src/app/skin/Skinned.tsx'];
/** Skin data of single screens. */
const skinData = sources.filter((path) => /^src\/screens\/[^/]+\/skins?\.tsx?$/.test(path));

/** What a skin must not contain, with the pattern that finds it. */
const notInSkins: readonly (readonly [what: string, words: RegExp])[] = [
  ['a query', /bridge\/|store\/|queries|fetchApi|\bfetch\(|\buse(?!InsertionEffect\b)[A-Z]\w*\(/],
  ['a route', /wouter|href|navigate|location\b|pushState/],
  ['a handler', /\bon[A-Z]\w*=|addEventListener/],
];
const heldIn = (text: string) => notInSkins.filter(([, words]) => words.test(withoutComments(text))).map(([what]) => what);
const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g, '');

/**
 * Violations in a skin's style sheet: every rule must sit inside the forced-colours media query and under the skin's root attribute, and
 * none may hide elements, add text or load a URL.
 */
function complaintsOf(css: string): readonly string[] {
  const text = withoutComments(css).trim();
  const outer = '@media screen and (forced-colors: none) {';
  const complaints: string[] = [];
  if (!text.startsWith(outer)) complaints.push('is not within its media query');
  let depth = 0;
  let head = '';
  for (const [at, sign] of [...text].entries()) {
    if (sign === '{') {
      const selector = head.trim();
      const isRoot = /^:root(\[data-theme="dark"\])?\[data-skin="morphic"\]$/.test(selector);
      const nestsMedia = selector.startsWith('@media') && depth <= 3;
      if (depth === 0 && at !== outer.length - 1) complaints.push(`stands outside: ${selector}`);
      if (depth === 1 && !isRoot && !nestsMedia) complaints.push(`speaks without the skin: ${selector}`);
      depth += 1;
      head = '';
    } else if (sign === '}' || sign === ';') {
      if (sign === '}') depth -= 1;
      head = '';
    } else head += sign;
  }
  for (const [, said = ''] of text.matchAll(/content:\s*("[^"]*")/g)) if (said !== '""') complaints.push(`has words of its own: ${said}`);
  for (const words of ['display: none', 'visibility: hidden', 'pointer-events', 'url('])
    if (text.includes(words)) complaints.push(`says ${words}`);
  return complaints;
}

describe('a skin is another look of the same screens', { tags: ['I-9'] }, () => {
  it('and holds no query, no route and no handler', () => {
    expect(skinData.length).toBeGreaterThan(0);
    for (const path of [...wrappers, ...skinData]) expect([path, heldIn(read(path))]).toEqual([path, []]);
  });

  it('its sheets say nothing without it, hide nothing and have no words of their own', () => {
    expect(sheets.length).toBeGreaterThan(5);
    for (const path of sheets) expect([path, complaintsOf(read(path))]).toEqual([path, []]);
  });

  it('nobody fetches it who does not wear it: its code is asked for late, its sheets come with it alone', () => {
    const importers = (what: RegExp) => sources.filter((path) => what.test(read(path)));
    expect(importers(/^import '[^']*morphic\/\w+\.css'/m)).toEqual(['src/ui/theme/MorphicSkin.tsx']);
    const wearing = importers(/^import \{[^}]*\} from '[^']*(MorphicSkin|Skinned)\.tsx'/m);
    for (const path of wearing) {
      const name = path.split('/').at(-1) ?? '';
      const early = importers(new RegExp(`^import (?!type).*/${name.replace('.', '\\.')}'`, 'm')).filter((each) => !wearing.includes(each));
      expect([path, early.filter((each) => !isLate(each))]).toEqual([path, []]);
    }
    expect(isLate('src/app/main.tsx')).toBe(false);
  });

  it('which this test would see if it were not so', () => {
    expect(heldIn(`import { useNow } from '../../bridge/now.ts';`)).toEqual(['a query']);
    expect(heldIn('const a = { href: "/x" }')).toEqual(['a route']);
    expect(heldIn('<p onClick={go} />')).toEqual(['a handler']);
    const wrapped = (inside: string) => `@media screen and (forced-colors: none) { ${inside} }`;
    const skinned = (inside: string) => wrapped(`:root[data-skin="morphic"] { ${inside} }`);
    expect(complaintsOf(skinned('.uk-card { color: red; } @media (max-width: 9px) { .a { color: red; } }'))).toEqual([]);
    expect(complaintsOf(wrapped('.uk-card { color: red; }'))).toEqual(['speaks without the skin: .uk-card']);
    expect(complaintsOf('.uk-card { color: red; }')).toContain('is not within its media query');
    expect(complaintsOf(`${skinned('')} .b { color: red; }`)).toEqual(['stands outside: .b']);
    expect(complaintsOf(skinned('.a { display: none; } .b::before { content: "New"; }'))).toHaveLength(2);
  });
});

/** Whether a file is loaded only by `import()`: a screen or a route of its own. */
function isLate(path: string): boolean {
  const name = path.split('/').at(-1) ?? '';
  const named = name.replaceAll('.', '\\.');
  const dynamic = sources.some((each) => new RegExp(`import\\('[^']*/${named}'\\)`).test(read(each)));
  const still = sources.some((each) => new RegExp(`^import (?!type)[^;]*from '[^']*/${named}'`, 'm').test(read(each)));
  return dynamic && !still;
}
