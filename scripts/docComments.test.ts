import { describe, expect, it } from 'vitest';
import { isJudged, undocumentedExports } from './docCommentRules.ts';
import { parse } from './syntax.ts';

const found = (source: string, path = 'a.tsx') => undocumentedExports(parse(path, source), source);
const names = (source: string) => found(source).map(({ name }) => name);

describe('an export without a doc comment is found', () => {
  it.each([
    ['a function', 'export function count() {}', 'function'],
    ['an async function', 'export async function count() {}', 'function'],
    ['an arrow', 'export const count = () => 1;', 'function'],
    ['an async arrow', 'export const count = async () => 1;', 'function'],
    ['a function expression', 'export const count = function () {};', 'function'],
    ['an arrow with a type', 'export const count = (() => 1) satisfies () => number;', 'function'],
    ['a component', 'export function count() { return <b />; }', 'function'],
    ['a memoised component', 'export const count = memo(() => <b />);', 'function'],
    ['a memoised component of a namespace', 'export const count = React.memo(React.forwardRef(() => <b />));', 'function'],
    ['an interface', 'export interface count { readonly a: number }', 'interface'],
    ['a class', 'export class count {}', 'class'],
    ['a type', "export type count = 'one' | 'many';", 'type'],
    ['a type of a type', "export type count = Pick<Row, 'a'>;", 'type'],
    ['a union with a literal', "export type count = Row | 'none';", 'type'],
    ['a union with an argument', 'export type count = Row | Result<Row>;', 'type'],
    ['a type of a value without a comment', 'export type count = keyof typeof rows;\nexport const rows = { a: 1 };', 'type'],
    ['a function exported by its name', 'function count() {}\nexport { count };', 'function'],
    ['a function exported under another name', 'const count = () => 1;\nexport { count as total };', 'function'],
    ['a default export by its name', 'function count() {}\nexport default count;', 'function'],
    ['a default function', 'export default function count() {}', 'function'],
  ])('%s', (_what, source, kind) => {
    expect(found(source)).toEqual([{ line: 1, name: 'count', kind, flaw: 'missing' }]);
    expect(found(`/** How many rows are shown. */\n${source}`)).toEqual([]);
  });

  it('that has no name', () => {
    expect(names('export default () => 1;')).toEqual(['default']);
    expect(names('/** How many rows are shown. */\nexport default () => 1;')).toEqual([]);
  });

  it('whatever else stands before it', () => {
    expect(names('// How many rows.\nexport function count() {}')).toEqual(['count']);
    expect(names('/* How many rows. */\nexport function count() {}')).toEqual(['count']);
    expect(names('/** How many rows. */\nconst a = 1;\nexport function count() {}')).toEqual(['count']);
    expect(names('/** How many rows. */\nconst a = 1; // one\n\nexport function count() {}')).toEqual(['count']);
    expect(names('export function count() {}\n/** How many rows. */')).toEqual(['count']);
  });

  it('although a value that it derives from is made of another one without a comment', () => {
    const source =
      "const names = ['a'] as const;\nexport const nameSchema = z.enum(names);\nexport type Name = z.infer<typeof nameSchema>;";
    expect(names(source)).toEqual(['Name']);
    expect(names(`/** Names. */\n${source}`)).toEqual([]);
  });

  it('with its line', () => {
    expect(found('/** Rows. */\nexport const a = () => 1;\n\nexport const b = () => 1;\n')).toEqual([
      { line: 4, name: 'b', kind: 'function', flaw: 'missing' },
    ]);
  });
});

describe('a doc comment counts', () => {
  it('also above a directive, and over a blank line', () => {
    expect(names('/** How many rows. */\n// oxlint-disable-next-line no-empty\n\nexport function count() {}')).toEqual([]);
    expect(names('/** How many rows. */ /* a */ // b\nexport function count() {}')).toEqual([]);
  });

  it.each([
    ['/** */', 'empty'],
    ['/** The row count. */', 'empty'],
    ['/** Returns the row counts of this. */', 'empty'],
    ['/**\n * RowCount\n */', 'empty'],
    ['/** The row count of a page. */', null],
    ['/** @throws if there is none */', null],
  ])('if it says what the name does not: %s', (doc, flaw) => {
    expect(found(`${doc}\nexport function rowCount() {}`)[0]?.flaw ?? null).toBe(flaw);
  });
});

describe('is not judged', () => {
  it.each([
    ['what is not exported', 'function count() {}\ninterface A { readonly a: number }\nclass B {}'],
    ['a re-export', "export { count } from './b.ts';\nexport * from './c.ts';\nexport type { A } from './d.ts';"],
    [
      'an alias of a commented value',
      '/** A row. */\nexport const rowSchema = z.object({});\nexport type Row = z.infer<typeof rowSchema>;',
    ],
    ['an alias of an imported value', "import { rowSchema } from './b.ts';\nexport type Row = z.infer<typeof rowSchema>;"],
    [
      'an alias of a commented function',
      '/** Newest first. */\nexport function useRows() {}\nexport type Rows = ReturnType<typeof useRows>;',
    ],
    ['an alias of a member of a commented value', '/** Rows. */\nconst all = { rows: [1] };\nexport type Row = (typeof all.rows)[number];'],
    [
      'an alias of a value made of a commented one',
      "/** Names. */\nconst names = ['a'] as const;\nexport const nameSchema = z.enum(names);\nexport type Name = z.infer<typeof nameSchema>;",
    ],
    ['an alias of a member', "export type Kind = Event['type'];"],
    ['a union of named types', 'export type State = Starting | SignedOut | Domain.SignedIn;'],
    ['a constant', "export const max = 3;\nexport const rowSchema = z.object({ a: z.string() });\nexport const made = build(() => 'a');"],
  ])('%s', (_what, source) => expect(names(source)).toEqual([]));

  it('the repeat of an overload', () => {
    const overloads = 'export function count(a: string): void;\nexport function count(a: number): void;\nexport function count() {}';
    expect(found(overloads).map(({ line }) => line)).toEqual([1]);
    expect(names(`/** How many rows. */\n${overloads}`)).toEqual([]);
  });

  it('the props of the one component that takes them and is commented', () => {
    const props = 'export interface ListProps { readonly rows: number }\n';
    const list = 'export function List({ rows }: ListProps) { return <b>{rows}</b>; }\n';
    expect(names(`${props}/** The newest rows first. */\n${list}`)).toEqual([]);
    expect(names(`${props}/** The newest rows first. */\n${list.replace(': ListProps', ': Readonly<ListProps>')}`)).toEqual([]);
    expect(names(`${props}/** The newest rows first. */\nexport const List = memo(({ rows }: ListProps) => <b>{rows}</b>);`)).toEqual([]);
    expect(names(`${props}${list}`)).toEqual(['ListProps', 'List']);
    expect(names(`${props}/** Newest first. */\n${list}function Other(props: ListProps) { return <i />; }`)).toEqual(['ListProps']);
    expect(names(`${props}/** Newest first. */\n${list.replace('export ', '')}`)).toEqual(['ListProps']);
    expect(names(`${props}/** Newest first. */\n${list.replace('ListProps', 'Other')}`)).toEqual(['ListProps']);
  });

  it.each([
    ['src/ui/a.tsx', true],
    ['server/a.ts', true],
    ['bench/support/a.ts', true],
    ['scripts/a.mjs', true],
    ['src/ui/a.test.ts', false],
    ['src/ui/a.browser.test.tsx', false],
    ['server/testing/a.ts', false],
    ['tests/builders/a.ts', false],
    ['e2e/support/a.ts', false],
  ])('%s: judged %s', (path, judged) => expect(isJudged(path)).toBe(judged));
});
