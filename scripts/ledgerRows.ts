import { childOf, childrenOf, parse, type SyntaxNode, walk } from './syntax.ts';

/** The issues that must prove rows, in build order. */
export const issues = [
  'spine',
  'hardening',
  'screens',
  'identity',
  'mend',
  'truth',
  'proof',
  'steady',
  'guard',
  'house',
  'everyone',
  'once',
  'intake',
  'size',
] as const;
export type Issue = (typeof issues)[number];

/** One requirement (docs/ledger.json): what the product must do, and the issues that must prove it. */
export interface LedgerRow {
  readonly id: string;
  readonly text: string;
  readonly issues: readonly Issue[];
}

/** A test that cites a row in a tag. */
export interface Citation {
  readonly id: string;
  readonly title: string;
  readonly file: string;
}

/** Result of comparing ledger and tests. */
export interface LedgerFindings {
  readonly byRow: ReadonlyMap<string, readonly Citation[]>;
  /** Citations of rows that do not exist. */
  readonly unknown: readonly Citation[];
  /** Rows of the requested issue that no test cites; empty if none was requested. */
  readonly unproved: readonly LedgerRow[];
}

const testCalls = new Set(['it', 'test', 'describe']);
/** `[C-37]`, or several: `[C-37, D-13]`. */
const bracketed = /\[[A-Z]-\d+(?:\s*,\s*[A-Z]-\d+)*\]/;
/** A tag that cites a row: `@C-37` (Playwright) or the plain id (Vitest). Only letters used in docs/ledger.json count. */
const tagged = /^@?([A-Z]-\d+)$/;
/** Test options that hold tags, in Playwright and Vitest. */
const tagOptions = new Set(['tag', 'tags']);

/** Whether a title cites rows in brackets, as a comment does: a title is a sentence, and rows are cited by tags. Pure. */
export const hasIds = (title: string): boolean => bracketed.test(title);

/** A test, group of tests or step, and the rows it cites. */
export interface TitledTest {
  /** `…` where it is not a literal. */
  readonly title: string;
  /** From its tags, without duplicates. */
  readonly ids: readonly string[];
}

/**
 * The tests and groups in a file: first argument of `it`, `test` or `describe` (plain, `.each` or otherwise), and tags in the options
 * behind it. Uses the syntax tree, so that tags in test data do not count; neither do disabled tests.
 */
export function testsIn(source: string, isTsx: boolean): TitledTest[] {
  const tests: TitledTest[] = [];
  walk(parse(isTsx ? 'a.tsx' : 'a.ts', source).program, (node) => {
    const callee = node.type === 'CallExpression' ? childOf(node, 'callee') : null;
    if (callee === null) return true;
    const names = namesOf(callee);
    if (!testCalls.has(names[0] ?? '')) return true;
    if (names.some((name) => name === 'skip' || name === 'todo' || name === 'fixme')) return false;
    const [first, options] = childrenOf(node, 'arguments');
    const title = textOf(first);
    const ids = [...new Set(tagsOf(options))];
    if (title !== null || ids.length > 0) tests.push({ title: title ?? '…', ids });
    return true;
  });
  return tests;
}

/** The row ids among a test's tags: `{ tag: '@C-2' }`, `{ tag: ['@C-2', '@slow'] }`, `{ tags: ['C-2'] }`. */
function tagsOf(options: SyntaxNode | undefined): string[] {
  if (options?.type !== 'ObjectExpression') return [];
  return childrenOf(options, 'properties')
    .filter((property) => tagOptions.has(String(childOf(property, 'key')?.['name'])))
    .flatMap((property) => {
      const value = childOf(property, 'value');
      return value?.type === 'ArrayExpression' ? childrenOf(value, 'elements').map(textOf) : [textOf(value ?? undefined)];
    })
    .flatMap((tag) => tagged.exec(tag ?? '')?.[1] ?? []);
}

/** `test.describe.serial` as a list of names; sees through the calls of `it.each(table)('…')` and `it.each`…`('…')`. */
function namesOf(node: SyntaxNode): string[] {
  const below = (name: string): string[] => {
    const child = childOf(node, name);
    return child === null ? [] : namesOf(child);
  };
  if (node.type === 'Identifier') return [String(node['name'])];
  if (node.type === 'MemberExpression') return [...below('object'), ...below('property')];
  if (node.type === 'CallExpression') return below('callee');
  if (node.type === 'TaggedTemplateExpression') return below('tag');
  return [];
}

/** A literal's text; for a template with holes, the text around them. */
function textOf(node: SyntaxNode | undefined): string | null {
  if (node?.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null;
  if (node?.type !== 'TemplateLiteral') return null;
  return childrenOf(node, 'quasis')
    .map(({ value }) => (typeof value === 'object' && value !== null && 'raw' in value ? String(value.raw) : ''))
    .join('…');
}

/** Compares citations with rows. Pure. */
export function judgeLedger(rows: readonly LedgerRow[], citations: readonly Citation[], issue: Issue | null): LedgerFindings {
  const byRow = new Map<string, Citation[]>(rows.map(({ id }) => [id, []]));
  const unknown: Citation[] = [];
  for (const citation of citations) {
    const list = byRow.get(citation.id);
    if (list) list.push(citation);
    else unknown.push(citation);
  }
  const unproved = issue === null ? [] : rows.filter((row) => row.issues.includes(issue) && byRow.get(row.id)?.length === 0);
  return { byRow, unknown, unproved };
}
