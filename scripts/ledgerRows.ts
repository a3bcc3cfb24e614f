import { parseSync } from '@swc/core';

/** The issues that must prove rows, in the order they are built. */
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

/** One requirement (docs/ledger.json): the product must do `text`, and each of `issues` must leave it proved. */
export interface LedgerRow {
  readonly id: string;
  readonly text: string;
  readonly issues: readonly Issue[];
}

/** A test that names a row in its title or in a tag. */
export interface Citation {
  readonly id: string;
  readonly title: string;
  readonly file: string;
}

/** What the ledger and the tests have to say about each other. */
export interface LedgerFindings {
  readonly byRow: ReadonlyMap<string, readonly Citation[]>;
  /** Citations of rows that do not exist. */
  readonly unknown: readonly Citation[];
  /** Rows of the asked issue that no test cites; empty when no issue was asked for. */
  readonly unproved: readonly LedgerRow[];
}

const testCalls = new Set(['it', 'test', 'describe']);
/** `[C-37]`, or several at once: `[C-37, D-13]`. The letters are those of docs/ledger.json: an id of another letter is no citation. */
const cited = /\[([A-Z]-\d+(?:\s*,\s*[A-Z]-\d+)*)\]/g;
/** A tag that cites a row: `@C-37` as Playwright wants it, or the id alone. */
const tagged = /^@?([A-Z]-\d+)$/;
/** The options of a test that hold tags: Playwright's, Vitest's. */
const tagOptions = new Set(['tag', 'tags']);

/** The row ids that a title cites. Pure. */
export function idsIn(title: string): string[] {
  return [...title.matchAll(cited)].flatMap(([, ids = '']) => ids.split(',').map((id) => id.trim()));
}

/** A test or a group of tests, and the rows that it says it proves. */
export interface TitledTest {
  readonly title: string;
  /** Of its title and of its tags, each once. */
  readonly ids: readonly string[];
}

/** A test file's tests and groups: text handed first to `it`, `test` or `describe`, plain, `.each` or otherwise, and the tags in the options behind it. Read from
 * the syntax tree, so that an id in a comment or in test data proves nothing. A test that is switched off proves nothing either. */
export function testsIn(source: string, isTsx: boolean): TitledTest[] {
  const tests: TitledTest[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) return node.forEach(visit);
    const { type, callee, arguments: args } = node as SyntaxNode; // any object's properties may be asked for; a node of another kind has neither
    if (type === 'CallExpression' && callee && args) {
      const words = wordsOf(callee);
      if (testCalls.has(words[0] ?? '')) {
        if (words.some((word) => word === 'skip' || word === 'todo' || word === 'fixme')) return;
        const title = textOf(args[0]?.expression);
        if (title !== null) tests.push({ title, ids: [...new Set([...idsIn(title), ...tagsOf(args[1]?.expression)])] });
      }
    }
    Object.values(node).forEach(visit);
  };
  visit(parseSync(source, { syntax: 'typescript', tsx: isTsx }).body);
  return tests;
}

/** The row ids among a test's tags: `{ tag: '@C-2' }`, `{ tag: ['@C-2', '@slow'] }`, `{ tags: ['C-2'] }`. */
function tagsOf(options: SyntaxNode | undefined): string[] {
  if (options?.type !== 'ObjectExpression') return [];
  return (options.properties ?? [])
    .filter(({ key }) => tagOptions.has(String(key?.value)))
    .flatMap(({ value }) => {
      const node = value as SyntaxNode | undefined; // the value of a property is a node
      return node?.type === 'ArrayExpression' ? (node.elements ?? []).map((element) => textOf(element?.expression)) : [textOf(node)];
    })
    .flatMap((tag) => tagged.exec(tag ?? '')?.[1] ?? []);
}

/** The parts of a syntax node that are looked at. */
interface SyntaxNode {
  readonly type?: string;
  readonly callee?: SyntaxNode;
  readonly arguments?: readonly { readonly expression: SyntaxNode }[];
  readonly object?: SyntaxNode;
  readonly property?: SyntaxNode;
  readonly tag?: SyntaxNode;
  readonly value?: unknown;
  readonly key?: SyntaxNode;
  readonly properties?: readonly SyntaxNode[];
  readonly elements?: readonly ({ readonly expression: SyntaxNode } | undefined)[];
  readonly quasis?: readonly { readonly raw: string }[];
}

/** `test.describe.serial` as its words; through the calls of `it.each(table)('…')` and `it.each`…`('…')`. */
function wordsOf(node: SyntaxNode): string[] {
  if (node.type === 'Identifier') return [String(node.value)];
  if (node.type === 'MemberExpression' && node.object && node.property) return [...wordsOf(node.object), String(node.property.value)];
  if (node.type === 'CallExpression' && node.callee) return wordsOf(node.callee);
  if (node.type === 'TaggedTemplateExpression' && node.tag) return wordsOf(node.tag);
  return [];
}

/** A literal's text; of a template with holes, what stands around them. */
function textOf(node: SyntaxNode | undefined): string | null {
  if (node?.type === 'StringLiteral') return String(node.value);
  if (node?.type === 'TemplateLiteral' && node.quasis) return node.quasis.map(({ raw }) => raw).join('…');
  return null;
}

/** Holds citations against rows. Pure. */
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
