import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/root.mjs';
import { citedFiles, citedTests, missingLabels, pathOf, textOf } from './cited.ts';
import requirements from './requirements.json' with { type: 'json' };

/** Columns of the totals, in order. */
const verdicts = ['met', 'not applicable', 'not met', 'not known'] as const;

const text = readFileSync(join(root, 'docs/ASVS.md'), 'utf8');
const sections = new Map(
  text
    .split(/^## /mu)
    .slice(1)
    .map((section) => [section.split('\n')[0] ?? '', section]),
);
const chapters = [...sections].filter(([title]) => /^V\d+ /u.test(title));
const cellsOf = (line: string): readonly string[] => line.split('|').map((cell) => cell.trim());

/** The requirements as the document assesses them. */
const rows = chapters.flatMap(([chapter, section]) =>
  section
    .split('\n')
    .filter((line) => /^\| \d/u.test(line))
    .map((line) => {
      const [, number = '', level = '', asks = '', verdict = '', proof = ''] = cellsOf(line);
      return { chapter, number, level: Number(level), asks, verdict, proof };
    }),
);

/** Numbers and levels of the standard itself (OWASP ASVS 5.0.0, levels 1 and 2), by section. */
const asked = Object.entries(requirements).flatMap(([section, { one, two }]) => [
  ...one.map((last) => ({ number: `${section}.${last}`, level: 1 })),
  ...two.map((last) => ({ number: `${section}.${last}`, level: 2 })),
]);
const byNumber = (a: { readonly number: string }, b: { readonly number: string }): number =>
  a.number.localeCompare(b.number, 'en', { numeric: true });
const numbersIn = (words: string): readonly string[] => words.match(/\b\d+\.\d+\.\d+\b/gu) ?? [];

describe('docs/ASVS.md', () => {
  it('judges every requirement of levels 1 and 2, each once, under its chapter', () => {
    expect([asked.length, asked.filter(({ level }) => level === 1).length]).toEqual([253, 70]);
    expect(rows.map(({ number, level }) => ({ number, level })).sort(byNumber)).toEqual(asked.toSorted(byNumber));
    for (const { chapter, number } of rows) expect(chapter, number).toMatch(new RegExp(`^V${number.split('.')[0]} `, 'u'));
  });

  it('gives each one of the four verdicts, with a proof or a reason', () => {
    for (const { number, asks, verdict, proof } of rows) {
      expect(verdicts, number).toContain(verdict);
      expect([number, asks.length > 3, proof.length > 7]).toEqual([number, true, true]);
    }
  });

  it('calls nothing met but by a test, or says that there is none', () => {
    for (const { number, proof } of rows.filter(({ verdict }) => verdict === 'met'))
      expect([number, citedTests(proof).length > 0 || proof.includes('Not tested')]).toEqual([number, true]);
    const untested = rows.filter(({ verdict, proof }) => verdict === 'met' && proof.includes('Not tested'));
    expect(numbersIn(sections.get('Met, not tested') ?? '')).toEqual(untested.map(({ number }) => number));
  });

  it('says of what is not met what would have to be done, or whose it is', () => {
    for (const { number, proof } of rows.filter(({ verdict }) => verdict === 'not met'))
      expect([number, /To do: |\bG-\d|[Aa]s \d+\.\d+\.\d+|Follows \d+\.\d+\.\d+/u.test(proof)]).toEqual([number, true]);
  });

  it('names tests that are there, by words that stand in them, and files that are there', () => {
    expect(rows.flatMap(({ proof }) => citedTests(proof)).length).toBeGreaterThan(150);
    for (const { number, proof } of rows) {
      for (const { name, words } of citedTests(proof)) {
        expect([number, name, pathOf(name)]).toEqual([number, name, name]);
        expect([number, name, words === null ? null : missingLabels(words, textOf(name))]).toEqual([number, name, []]);
      }
      for (const name of citedFiles(proof)) expect([number, name, pathOf(name)]).toEqual([number, name, name]);
    }
  });

  it('sums them up as they are', () => {
    const sums = (sections.get('In sum') ?? '')
      .split('\n')
      .filter((line) => /\| \d/u.test(line))
      .map((line) => cellsOf(line).slice(1, -1));
    const count = (chosen: typeof rows): readonly string[] =>
      verdicts.map((verdict) => String(chosen.filter((row) => row.verdict === verdict).length));
    expect(sums).toEqual([
      ...chapters.map(([chapter]) => [chapter, ...count(rows.filter((row) => row.chapter === chapter))]),
      ['All', ...count(rows)],
      ['Of these level 1', ...count(rows.filter(({ level }) => level === 1))],
    ]);
  });

  it('lists all that is not met at its head, each once', () => {
    const listed = numbersIn(sections.get('Not met, the most serious first') ?? '');
    const unmet = rows.filter(({ verdict }) => verdict === 'not met');
    expect(listed.map((number) => ({ number })).sort(byNumber)).toEqual(unmet.map(({ number }) => ({ number })).sort(byNumber));
  });
});

describe('what looks words up', () => {
  it('finds a title with a semicolon of its own, one that is shortened, and tells what is not there', () => {
    const title = 'it is told; and again, and it goes on';
    expect(missingLabels('it is told; and again', title)).toEqual([]);
    expect(missingLabels('and it goes on; it is told …, and 2 more', title)).toEqual([]);
    expect(missingLabels('it is told; twice', title)).toEqual(['twice']);
    expect(missingLabels('', title)).toEqual(['']);
  });
});
