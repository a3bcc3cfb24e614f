import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/root.mjs';

const folder = 'src/domain/claims';
const sources = readdirSync(join(root, folder)).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'claim.ts' && name !== 'judgement.ts',
);
const rows = readFileSync(join(root, 'docs/CLAIMS.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, words = '', name = '', , , test = '']) => ({
    words: words.split(', '),
    name: name.replaceAll('`', ''),
    test: test.replaceAll('`', ''),
  }));

/** The deciding functions of the folder, each with the words it uses for *yes*. */
const deciders = sources.flatMap((source) => {
  const text = readFileSync(join(root, folder, source), 'utf8');
  return text
    .split(/^(?=export const \w+ = decides\()/mu)
    .slice(1)
    .map((piece) => {
      const name = /^export const (\w+)/u.exec(piece)?.[1] ?? '';
      const calls = [...piece.matchAll(/\byes\(((?:[^()]|\([^()]*\))*)\)/gu)].map(([, inside = '']) => inside.split(', {')[0] ?? '');
      return {
        name,
        words: calls.flatMap((inside) =>
          [...inside.matchAll(/'([^']+)'|`([^`]+)`/gu)].map(([, plain, woven = '']) => plain ?? woven.replaceAll(/\$\{[^}]+\}/gu, '…')),
        ),
      };
    });
});

/** Functions that only narrow another function's decision, each with the success words it can pass on. */
const narrowers = sources.flatMap((source) =>
  readFileSync(join(root, folder, source), 'utf8')
    .split(/^(?=export (?:function|const) )/mu)
    .filter((piece) => /^export function \w+\([^)]*\): Claim</u.test(piece))
    .map((piece) => ({
      name: /^export function (\w+)/u.exec(piece)?.[1] ?? '',
      words: deciders.filter(({ name }) => piece.includes(`${name}(`)).flatMap(({ words }) => words),
    })),
);

it('every function that decides a claim stands in docs/CLAIMS.md with its words of success, and nothing stands there that is gone', {
  tags: ['T-9', 'D-69'],
}, () => {
  expect(deciders.length).toBeGreaterThan(5);
  expect(rows.map(({ name }) => name).sort()).toEqual([...deciders, ...narrowers].map(({ name }) => name).sort());
  for (const { name, words } of narrowers) {
    const told = rows.find((row) => row.name === name)?.words ?? [];
    expect(told, name).not.toEqual(['']);
    expect(words, name).toEqual(expect.arrayContaining(told));
  }
  for (const { name, words } of deciders) {
    expect(words, name).not.toEqual([]);
    expect([...(rows.find((row) => row.name === name)?.words ?? [])].sort(), name).toEqual([...new Set(words)].sort());
  }
});

it('the test that a row names is there and asks that function', { tags: ['T-9'] }, () => {
  for (const { name, test } of rows) {
    expect(existsSync(join(root, test)), test).toBe(true);
    expect(readFileSync(join(root, test), 'utf8'), name).toContain(`${name}(`);
  }
});
