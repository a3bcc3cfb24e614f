import { breakpoints, fontSizes, space } from '../src/ui/theme/tokens.ts';
import { layerOf } from './cssLayers.ts';

/** Kinds of values that sheets take from the token table (src/ui/theme/tokens.ts) only. */
export type ValueKind = 'colour' | 'font size' | 'space' | 'z' | 'breakpoint' | 'unit';

/** A value that is no token. Lines count from 1. */
export interface LooseValue {
  readonly line: number;
  readonly kind: ValueKind;
  readonly text: string;
}

/** A sheet with its comments blanked, so that lines and places stay. */
export function withoutComments(css: string): string {
  return css.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '));
}

const steps = new Set<number>([0, 1, ...space]); // a hairline is a pixel
const sizes = new Set<number>(fontSizes);
const widths = Object.values<number>(breakpoints);
const least = new Set(widths);
const most = new Set(widths.map((width) => width - 1));

/** The lengths of a value, in px at the browser's own text size. Those of the wall's own unit, `calc(12 * var(--u))`, are none. */
const lengths = (value: string): readonly number[] =>
  [...value.matchAll(/(-?[\d.]+)(px|rem)\b/g)].map(([, number, unit]) => Math.abs(Number(number)) * (unit === 'rem' ? 16 : 1));
/** Properties that draw lines, shadows and corners, whose lengths do not follow the person's text size. */
const drawn = /^(border|outline|box-shadow$|text-shadow$|text-underline-offset$|mask|filter$|background|stroke|--depth|--shadow)/;
/** Longer than a hairline, in px. */
const sized = (value: string): boolean => [...value.matchAll(/(-?[\d.]+)px\b/g)].some(([, number]) => Math.abs(Number(number)) > 1);

/** What each property demands of its value; true if it keeps to the tokens. */
const demands: readonly (readonly [property: RegExp, kind: ValueKind, keeps: (value: string) => boolean])[] = [
  [/^font-size$/, 'font size', (value) => lengths(value).every((size) => sizes.has(size))],
  [/^(gap|row-gap|column-gap|(padding|margin)(-[a-z-]+)?)$/, 'space', (value) => lengths(value).every((length) => steps.has(length))],
  // Small numbers order the pieces of one part.
  [/^z-index$/, 'z', (value) => /^(-1|[0-5]|auto|var\(--z-[a-z]+\))$/.test(value)],
];
const colour = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab)\(/i;

/** Every value of a sheet that is of one of the kinds and no token. */
export function looseValues(css: string): readonly LooseValue[] {
  const found: LooseValue[] = [];
  const plain = withoutComments(css);
  const lineAt = (index: number): number => plain.slice(0, index).split('\n').length;
  for (const { index, 1: property = '', 2: written = '' } of plain.matchAll(/(?<=[{;\s])(-{0,2}[a-z][a-z0-9-]*)\s*:\s*([^;{}]+);/g)) {
    const value = written.trim().replaceAll(/\s+/g, ' ');
    const text = `${property}: ${value}`;
    if (sized(value) && !drawn.test(property)) found.push({ line: lineAt(index), kind: 'unit', text });
    if (property === 'line-height' && /px\b/.test(value)) found.push({ line: lineAt(index), kind: 'unit', text });
    if (colour.test(value)) found.push({ line: lineAt(index), kind: 'colour', text });
    for (const [concerned, kind, keeps] of demands)
      if (concerned.test(property) && !keeps(value)) found.push({ line: lineAt(index), kind, text });
  }
  for (const { index, 1: query = '' } of plain.matchAll(/@(?:media|container)\s+([^{]+)\{/g))
    for (const { 0: text, 1: end, 2: width } of query.matchAll(/\((min|max)-width: ([\d.]+)(?:px|r?em)\)/g))
      if (text.includes('px') || !(end === 'min' ? least : most).has(Number(width) * 16))
        found.push({ line: lineAt(index), kind: 'breakpoint', text });
  return found;
}

/** The classes that a sheet's selectors name, with the line of the first. */
export function classesOf(css: string): ReadonlyMap<string, number> {
  const classes = new Map<string, number>();
  const plain = withoutComments(css);
  for (const { index, 1: selector = '' } of plain.matchAll(/([^{};]+)\{/g)) {
    if (selector.trim().startsWith('@')) continue;
    for (const { index: within, 1: name = '' } of selector.matchAll(/\.(-?[A-Za-z_][\w-]*)/g))
      if (!classes.has(name)) classes.set(name, plain.slice(0, index + within).split('\n').length);
  }
  return classes;
}

/** Classes that packages put on their elements: uPlot, and the slots of Chakra's recipes. */
const ofPackages = /^u-|^uk-(dialog|drawer|menu|toast)__/;

/** The classes of a sheet that no source names, each with its line. */
export function deadClasses(css: string, words: ReadonlySet<string>): ReadonlyMap<string, number> {
  return new Map([...classesOf(css)].filter(([name]) => !ofPackages.test(name) && !words.has(name)));
}

/** The words of a source without its comments: a class must be written out, so that a search finds it. */
export function wordsOf(source: string): readonly string[] {
  return source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, ' ').match(/[A-Za-z_][\w-]*/g) ?? [];
}

const maxLines = 400;
const kinds = ['colour', 'font size', 'space', 'z', 'breakpoint'] as const satisfies readonly ValueKind[];

/**
 * Why the check refuses a sheet, each with the way out. `words`: the names that sources use (`wordsOf`); `allowed`: how many of its values
 * are no token, by kind, exactly.
 */
export function sheetProblems(
  path: string,
  css: string,
  words: ReadonlySet<string>,
  allowed: Partial<Record<ValueKind, number>> = {},
): readonly string[] {
  const problems: string[] = [];
  const lines = css.trimEnd().split('\n').length;
  if (lines > maxLines) problems.push(`${path}: ${lines} lines, more than ${maxLines}: split it by its second idea`);
  if (layerOf(path) === null && !path.startsWith('src/verifyPage/')) problems.push(`${path}: has no layer (scripts/cssLayers.ts)`);
  for (const [name, line] of deadClasses(css, words)) problems.push(`${path}:${line}: no source names the class '${name}'`);
  if (path.endsWith('/tokens.css')) return problems;
  const loose = looseValues(css);
  for (const kind of kinds) {
    const found = loose.filter((value) => value.kind === kind);
    const most = allowed[kind] ?? 0;
    if (found.length > most)
      problems.push(...found.map(({ line, text }) => `${path}:${line}: '${text}' is no token (${found.length} of ${most} allowed)`));
    if (found.length < most)
      problems.push(`${path}: ${found.length} values of kind '${kind}' are no token: lower ${most} in scripts/sheetsAllowed.ts`);
  }
  return problems;
}
