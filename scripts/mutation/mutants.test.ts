import { describe, expect, it } from 'vitest';
import { mutantsOf, mutated } from './mutants.ts';

/** The mutants of a source, each as 'kind: mutated source'. */
const mutantTexts = (source: string) => mutantsOf('some.ts', source).map((mutant) => `${mutant.kind}: ${mutated(source, mutant)}`);

describe('mutants of', { tags: ['M-13'] }, () => {
  it.each([
    ['if (a) b = 1;', ['condition: if (!(a)) b = 1;']],
    ['if (!a) b = 1;', ['condition: if (a) b = 1;']],
    ['if (a === b) c = 1;', ['condition: if (a !== b) c = 1;']],
    ['x = a && b;', ['condition: x = a || b;']],
    ['x = a ? 1 : 2;', ['condition: x = !(a) ? 1 : 2;']],
    ['while (a !== b) c = 1;', ['condition: while (a === b) c = 1;']],
    ['x = a ?? b;', []],
  ])('conditions: %s', (source, expected) => expect(mutantTexts(source)).toEqual(expected));

  it.each([
    ['x = a < b;', ['boundary: x = a <= b;']],
    ['x = a >= 5;', ['boundary: x = a > 5;']],
  ])('boundaries: %s', (source, expected) => expect(mutantTexts(source)).toEqual(expected));

  it('boundaries within a condition: moved, and turned round', () => {
    expect(mutantTexts('if (a < b) c = 1;')).toEqual(['condition: if (!(a < b)) c = 1;', 'boundary: if (a <= b) c = 1;']);
  });

  it.each([
    ['const f = () => { return true; };', ['return: const f = () => { return false; };']],
    ['const f = () => 4;', ['return: const f = () => (4 + 1);']],
    ["const f = () => 'a';", ["return: const f = () => '';"]],
    ["const f = () => '';", ["return: const f = () => 'mutated';"]],
    ['const f = () => null;', ['return: const f = () => undefined;']],
    ['const f = () => [a];', ['return: const f = () => [];']],
    ['const f = () => [];', []],
    ['const f = () => undefined;', []],
    ['const f = () => ({ a });', ['return: const f = () => undefined;']],
    ['const f = () => g(1);', ['return: const f = () => undefined;']],
    ['const f = () => a === b;', ['condition: const f = () => a !== b;']],
    ['const f = () => !a;', ['return: const f = () => !(!a);']],
    ['const f = () => (held = 1);', []],
    ['const f = () => void g();', []],
    ['const f = () => { return; };', []],
    ['const f = (x: never) => x satisfies never;', []],
    ['const f = () => ({ a }) satisfies A;', ['return: const f = () => undefined;']],
  ])('returns: %s', (source, expected) => expect(mutantTexts(source)).toEqual(expected));

  it.each([
    ['f(1);', ['call: ;']],
    ['a.b?.(1);', ['call: ;']],
    ['await f();', ['call: ;']],
    ['void f();', ['call: ;']],
    ['x = f();', []],
    ['new F();', []],
  ])('calls: %s', (source, expected) => expect(mutantTexts(source)).toEqual(expected));

  it('types have none, and what stands among them has', () => {
    expect(mutantTexts("type A = B extends C ? 'd' : 'e'; interface D { f(): true }")).toEqual([]);
    expect(mutantTexts('const x = (a < b) as boolean;')).toEqual(['boundary: const x = (a <= b) as boolean;']);
    expect(mutantTexts('const f = (x: A): x is B => g(x);')).toEqual(['return: const f = (x: A): x is B => undefined;']);
  });

  it('say where they stand and what they do', () => {
    expect(mutantsOf('src/a.ts', 'x = 1;\ny = 2;\nif (a > 1) f();\n')).toEqual([
      { path: 'src/a.ts', kind: 'condition', start: 18, end: 23, line: 3, was: 'a > 1', becomes: '!(a > 1)' },
      { path: 'src/a.ts', kind: 'boundary', start: 18, end: 23, line: 3, was: 'a > 1', becomes: 'a >= 1' },
      { path: 'src/a.ts', kind: 'call', start: 25, end: 29, line: 3, was: 'f();', becomes: ';' },
    ]);
  });
});
