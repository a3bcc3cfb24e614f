import { runInNewContext } from 'node:vm';
import { transformSync } from 'esbuild';
import { expect, it } from 'vitest';
import { mutantsOf } from './mutants.ts';
import { switchName, woven } from './woven.ts';

const weave = (source: string) => {
  const mutants = mutantsOf('src/a.ts', source).map((mutant, id) => ({ ...mutant, id }));
  const { code } = transformSync(woven(source, mutants), { loader: 'ts' });
  const run = (active: number | null): unknown => {
    const reached = new Set<number>();
    const ask = (id: number): boolean => {
      reached.add(id);
      return id === active;
    };
    const value: unknown = runInNewContext(`${code}\nf();`, { [switchName]: ask });
    return [value, [...reached].sort((a, b) => a - b)];
  };
  return { mutants, run };
};

it('a woven source does as before, and as each of its mutants when it is told to', { tags: ['M-13'] }, () => {
  const source =
    "let calls = 0;\nconst g = () => { calls += 1; return calls; };\nfunction f() { g(); if (1 < 1 && calls === 1) return 'a'; return 'b' as const; }";
  const { mutants, run } = weave(source);
  expect(mutants.map(({ kind, was, becomes }) => `${kind}: ${was} → ${becomes}`)).toEqual([
    'return: calls → undefined',
    'call: g(); → ;',
    'boundary: 1 < 1 → 1 <= 1',
    'condition: 1 < 1 && calls === 1 → !(1 < 1 && calls === 1)',
    'condition: 1 < 1 && calls === 1 → 1 < 1 || calls === 1',
    'condition: calls === 1 → calls !== 1',
    "return: 'a' → ''",
    "return: 'b' as const → undefined",
  ]);
  expect(run(null)).toEqual(['b', [0, 1, 2, 3, 4, 7]]);
  expect(run(1)).toEqual(['b', [1, 2, 3, 4, 7]]);
  expect(run(2)).toEqual(['a', [0, 1, 2, 3, 4, 5, 6]]);
  expect(run(4)).toEqual(['a', [0, 1, 3, 4, 6]]);
  expect(run(7)).toEqual([undefined, [0, 1, 2, 3, 4, 7]]);
});

it('an operator turned within others keeps its own operands', { tags: ['M-13'] }, () => {
  const { mutants, run } = weave('const [a, b, c] = [true, false, false];\nfunction f() { return a && b && c; }');
  expect(mutants.map(({ becomes }) => becomes)).toEqual(['a || b', 'a && b || c']);
  expect(run(0)).toEqual([false, [0, 1]]);
});

it('a call that is left out takes no branch with it', { tags: ['M-13'] }, () => {
  const { mutants, run } = weave(
    "let said = '';\nconst say = (x: string) => { said += x; };\nfunction f() { if (!said) say('a'); else say('b'); return said; }",
  );
  const call = mutants.find(({ was }) => was === "say('a');");
  expect([run(null), run(call?.id ?? -1)].map((one) => Array.isArray(one) && one[0])).toEqual(['a', '']);
});
