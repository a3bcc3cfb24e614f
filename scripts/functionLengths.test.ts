import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { functionFindings, longFunctions, maxFunctionLines } from './functionLengthRules.ts';
import { functionLengthsCheck } from './functionLengths.ts';
import { keptFunctions } from './functionLengthsKept.ts';
import { root } from './root.mjs';
import { parse } from './syntax.ts';

const found = (source: string) => longFunctions(parse('a.tsx', source), source);

/** A block of statements over this many lines, with its braces. */
const block = (lines: number): string => `{\n${'  work();\n'.repeat(lines - 2)}}`;
const long = block(maxFunctionLines + 1);

describe('a function over the maximum is found', () => {
  it.each([
    ['a function', `function work() ${long}`, 'work'],
    ['an async generator', `async function* work() ${long}`, 'work'],
    ['an arrow', `const work = () => ${long};`, 'work'],
    ['a function expression', `const work = function () ${long};`, 'work'],
    ['a component', `export const Work = () => <b onClick={() => ${long}} />;`, 'Work'],
    ['a method of a class', `class Box { work() ${long} }`, 'work'],
    ['a method of an object', `const box = { work() ${long} };`, 'work'],
    ['a member', `const box = { work: () => ${long} };`, 'work'],
    ['an argument', `work(() => ${long});`, 'anonymous'],
    ['one that is called at once', `(() => ${long})();`, 'anonymous'],
    ['a helper in a test', `describe('a', () => { function work() ${long} });`, 'work'],
  ])('%s', (_what, source, name) => expect(found(source)[0]).toEqual({ line: 1, name, lines: maxFunctionLines + 1 }));

  it('and its line is that of the function', () =>
    expect(found(`const a = 1;\nfunction work() ${long}`)).toEqual([{ line: 2, name: 'work', lines: maxFunctionLines + 1 }]));

  it('also around another', () =>
    expect(found(`function outer() {\nfunction inner() ${long}\n}`).map(({ name }) => name)).toEqual(['outer', 'inner']));

  it('and one of exactly the maximum is not', () => expect(found(`function work() ${block(maxFunctionLines)}`)).toEqual([]));

  it.each([
    `describe('a', () => ${long});`,
    `it('a', async () => ${long});`,
    `it.each([1])('a', () => ${long});`,
    `test.describe('a', () => ${long});`,
    `describe.skipIf(here)('a', () => ${long});`,
  ])('nor is the body of a test', (source) => expect(found(source)).toEqual([]));

  it('and is refused in a source of any folder', () => {
    const source = `function work() ${long}`;
    for (const path of ['src/a.ts', 'server/a.ts', 'scripts/a.mjs', 'e2e/support/a.ts', 'tests/builders/a.ts']) {
      expect(functionLengthsCheck.judges(path)).toBe(true);
      expect(functionLengthsCheck.findings(path, source, parse(path, source))).toEqual([
        { line: 1, what: `the function 'work' has 121 lines, of 120: find its second idea and give it a name` },
      ]);
    }
  });
});

describe('functions that may stay over the maximum', () => {
  const kept = [{ path: 'a.ts', name: 'work', lines: 130 }];
  const judged = (lines: number) => functionFindings('a.ts', [{ line: 7, name: 'work', lines }], kept).map(({ what }) => what);

  it('are refused at any other length than the listed one', () => {
    expect(judged(130)).toEqual([]);
    expect(judged(131)).toEqual([`the function 'work' has 131 lines, of 120: find its second idea and give it a name`]);
    expect(judged(129)).toEqual([`the function 'work' has 129 lines, of 120: it was 130: list its new length`]);
  });

  it('are taken off the list once they are short', () =>
    expect(functionFindings('a.ts', [], kept)).toEqual([{ line: 1, what: `'work' is no longer too long: take it off the list` }]));

  it('are those of their own file only', () =>
    expect(functionFindings('b.ts', [{ line: 1, name: 'work', lines: 130 }], kept)).toHaveLength(1));

  it('are of files that exist', () => expect(keptFunctions.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]));

  // Lower these numbers with the list; they do not rise.
  it('get fewer and shorter', () => {
    expect(keptFunctions.length).toBeLessThanOrEqual(12);
    expect(keptFunctions.reduce((sum, { lines }) => sum + lines, 0)).toBeLessThanOrEqual(2_779);
  });
});
