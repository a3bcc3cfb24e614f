import { lineAt, type Parsed, type SyntaxNode, walk } from './syntax.ts';

/** A name or comment that the glossary does not allow. */
export interface GlossaryFinding {
  readonly line: number;
  readonly text: string;
}

/**
 * Patterns of retired names: what stands in backticks in the last column of the glossary's tables. `reign` matches a part of a camelCase name, `*World` the last part,
 * `most*` the first of several.
 */
export function retiredPatterns(glossary: string): readonly string[] {
  const cells = glossary
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').at(-2) ?? '');
  return cells.flatMap((cell) => [...cell.matchAll(/`([A-Za-z]+\*?|\*[A-Za-z]+)`/g)].map((match) => match[1] ?? ''));
}

// A name of the database, such as `paid_stay`, is not judged: migrations fix it.
const partsOf = (name: string): readonly string[] =>
  /^[a-z0-9]+(_[a-z0-9]+)+$/.test(name) ? [] : (name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? []);

/** Whether a name contains a retired word. */
export function isRetired(name: string, patterns: readonly string[]): boolean {
  const parts = partsOf(name).map((part) => part.toLowerCase());
  return patterns.some((pattern) => {
    const word = pattern.replace('*', '').toLowerCase();
    if (pattern.startsWith('*')) return parts.length > 1 && parts.at(-1) === word;
    if (pattern.endsWith('*')) return parts.length > 1 && parts[0] === word;
    return partsOf(pattern).length > 1 ? name === pattern : parts.includes(word);
  });
}

/** Identifiers of a source that contain a retired word, each name once. */
export function retiredNames({ program }: Parsed, source: string, patterns: readonly string[]): readonly GlossaryFinding[] {
  const found: GlossaryFinding[] = [];
  const judged = new Set<string>();
  walk(program, (node) => {
    const name = node['name'];
    if (typeof name !== 'string' || judged.has(name)) return true;
    judged.add(name);
    if (isRetired(name, patterns)) found.push({ line: lineAt(source, node.start), text: name });
    return true;
  });
  return found;
}

/** Phrases that no screen uses: what stands in double quotes in the last column of the glossary's tables. */
export function retiredPhrases(glossary: string): readonly string[] {
  const cells = glossary
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').at(-2) ?? '');
  return cells.flatMap((cell) => [...cell.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? ''));
}

/** The text of a node that may be shown; null if it has none. */
function shownText(node: SyntaxNode): string | null {
  const { type, value } = node;
  if (type === 'Literal' || type === 'JSXText') return typeof value === 'string' ? value : null;
  if (type !== 'TemplateElement' || typeof value !== 'object' || value === null || !('cooked' in value)) return null;
  return typeof value.cooked === 'string' ? value.cooked : null;
}

/** Texts of a source with a phrase that no screen uses. */
export function phrasesShown({ program }: Parsed, source: string, phrases: readonly string[]): readonly GlossaryFinding[] {
  const found: GlossaryFinding[] = [];
  walk(program, (node) => {
    const text = shownText(node)?.replace(/\s+/g, ' ') ?? '';
    for (const phrase of phrases) if (text.includes(phrase)) found.push({ line: lineAt(source, node.start), text: phrase });
    return true;
  });
  return found;
}

const gendered = /\b(he|him|his|himself|she|hers|herself)\b/i;

/** Comments with a pronoun that gives a person a sex, where 'they' or the role belongs. */
export function genderedComments({ comments }: Parsed, source: string): readonly GlossaryFinding[] {
  return comments.flatMap(({ value, start }) => {
    const match = gendered.exec(value);
    return match === null ? [] : [{ line: lineAt(source, start + match.index), text: match[0] }];
  });
}
