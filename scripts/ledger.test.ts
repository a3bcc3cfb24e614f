import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasIds, issues, judgeLedger, type LedgerRow, testsIn } from './ledgerRows.ts';
import { root } from './root.mjs';

const row = (id: string, ...issueNames: LedgerRow['issues']): LedgerRow => ({ id, text: `what ${id} asks`, issues: issueNames });
const rows = [row('K-1', 'spine'), row('C-2', 'spine', 'screens'), row('D-3', 'hardening')];
const cite = (id: string) => ({ id, title: `does what ${id} asks`, file: 'a.test.ts' });

describe('the ledger', () => {
  it('holds every row once, with a text and an issue that must prove it', () => {
    const held = JSON.parse(readFileSync(join(root, 'docs/ledger.json'), 'utf8')) as LedgerRow[]; // its shape is what is tested here
    const count = (letter: string) => held.filter(({ id }) => id.startsWith(`${letter}-`)).length;
    expect(Object.fromEntries([...'KCIDUMTPSGEFA'].map((letter) => [letter, count(letter)]))).toEqual({
      K: 12,
      C: 89,
      I: 26,
      D: 69,
      U: 40,
      M: 15,
      T: 9,
      P: 10,
      S: 14,
      G: 28,
      E: 12,
      F: 46,
      A: 27,
    });
    expect(new Set(held.map(({ id }) => id)).size).toBe(held.length);
    for (const { id, text, issues: issueNames } of held) {
      expect(text.length, id).toBeGreaterThan(10);
      expect(issueNames.length, id).toBeGreaterThan(0);
      for (const name of issueNames) expect(issues, id).toContain(name);
    }
  });

  it('tells a title that cites rows in brackets from a sentence', () => {
    expect(['[C-37] drops it', 'drops it [D-13, K-4]', '[C-37][D-13] drops it'].map(hasIds)).toEqual([true, true, true]);
    expect(['C-37 (C-38)', 'drops [it]', 'the array [C-a]', 'drops it'].map(hasIds)).toEqual([false, false, false, false]);
  });

  it('reads the tags of tests and groups, and neither titles, comments, data, nor tests switched off', () => {
    const source = `
      // it('a comment', { tags: ['C-1'] })
      const data = { tags: ['C-2'] };
      describe('a group', { tags: ['C-3'] }, () => {
        it('plain', { tags: ['C-4', 'D-5'] }, () => { call('inside', { tags: ['C-5'] }); });
        it('[C-6] in a title', () => {});
        it('a tag that is no id', { tags: ['slow', 'C-7x'] }, () => {});
        it('data behind it', () => {}, { other: ['C-6'] });
        it.skip('off', { tags: ['C-8'] }, () => {});
        test.fixme('off', { tag: '@C-9' }, () => {});
      });`;
    expect(testsIn(source, false)).toEqual([
      { title: 'a group', ids: ['C-3'] },
      { title: 'plain', ids: ['C-4', 'D-5'] },
      { title: '[C-6] in a title', ids: [] },
      { title: 'a tag that is no id', ids: [] },
      { title: 'data behind it', ids: [] },
    ]);
    expect(testsIn(`it('draws', { tags: ['C-4'] }, () => render(<p title="C-1" />));`, true)).toEqual([{ title: 'draws', ids: ['C-4'] }]);
  });

  it.each([
    ['beside other options', `it('counts', { tags: ['C-2', 'C-3', 'C-2'], timeout: 5 }, () => {});`, 'counts'],
    ['in any order', `it('counts', { timeout: 5, tags: ['C-2', 'C-3'] }, () => {});`, 'counts'],
    ['of a table', `it.each([['a', { tags: ['C-9'] }]] as const)('counts %s', { tags: ['C-2', 'C-3'] }, (_, data) => {});`, 'counts %s'],
    ['of a template’s table', "it.each`a | b\n${1} | ${2}`('counts $a', { tags: ['C-2', 'C-3'] }, () => {});", 'counts $a'],
    ['of a list', `it.concurrent.for(rows)('counts %s', { tags: ['C-2', 'C-3'] }, async (row, { expect }) => {});`, 'counts %s'],
    ['under a condition', `it.skipIf(isWindows)('counts', { tags: ['C-2', 'C-3'] }, () => {});`, 'counts'],
    ['of a group under a condition', `describe.runIf(found)('counts', { tags: ['C-2', 'C-3'] }, () => {});`, 'counts'],
    ['of a group for each row', `describe.each(rows)('counts $name', { tags: ['C-2', 'C-3'] }, () => {});`, 'counts $name'],
    ['beside those of a row', `for (const row of rows) it(row.title, { tags: ['C-2', 'C-3', ...row.tags] }, () => {});`, '…'],
    ['under a title with holes', 'it(`counts ${what} well`, { tags: ["C-2", "C-3"] }, () => {});', 'counts … well'],
    ['of a story', `test('counts', { tag: ['@C-2', '@long', '@C-3'] }, async ({ page }) => {});`, 'counts'],
    ['of a group of stories', `test.describe('counts', { tag: ['@C-2', '@C-3'] }, () => {});`, 'counts'],
    ['of stories that run one by one', `test.describe.serial('counts', { tag: ['@C-2', '@C-3'] }, () => {});`, 'counts'],
  ])('reads tags %s', (_, source, title) => expect(testsIn(source, false)).toEqual([{ title, ids: ['C-2', 'C-3'] }]));

  it('reads a single tag that stands in no list', () => {
    expect(testsIn(`test('one', { tag: '@K-1' }, () => {});`, false)).toEqual([{ title: 'one', ids: ['K-1'] }]);
  });

  it('finds ids that do not exist', () => {
    const { unknown, byRow } = judgeLedger(rows, [cite('K-1'), cite('K-9')], null);
    expect(unknown.map(({ id }) => id)).toEqual(['K-9']);
    expect(byRow.get('K-1')).toHaveLength(1);
  });

  it('finds the rows of an issue that no test cites, and only those', () => {
    expect(judgeLedger(rows, [cite('K-1')], 'spine').unproved.map(({ id }) => id)).toEqual(['C-2']);
    expect(judgeLedger(rows, [cite('K-1')], null).unproved).toEqual([]);
    expect(judgeLedger(rows, [cite('K-1'), cite('C-2')], 'spine').unproved).toEqual([]);
  });
});
