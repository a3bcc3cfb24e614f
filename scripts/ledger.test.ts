import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { idsIn, issues, judgeLedger, type LedgerRow, testsIn } from './ledgerRows.ts';
import { root } from './root.mjs';

const row = (id: string, ...issueNames: LedgerRow['issues']): LedgerRow => ({ id, text: `what ${id} asks`, issues: issueNames });
const rows = [row('K-1', 'spine'), row('C-2', 'spine', 'screens'), row('D-3', 'hardening')];
const cite = (id: string) => ({ id, title: `[${id}] does it`, file: 'a.test.ts' });

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

  it('reads ids out of titles, several at once, and nothing that is not in brackets', () => {
    expect(idsIn('[C-37] drops it')).toEqual(['C-37']);
    expect(idsIn('[C-37] [D-13, K-4] drops it')).toEqual(['C-37', 'D-13', 'K-4']);
    expect(idsIn('[F-12] [M-3, A-3] C-37 (C-38)')).toEqual(['F-12', 'M-3', 'A-3']);
  });

  it('reads titles of tests and groups, and neither comments, data, nor tests switched off', () => {
    const source = `
      // it('[C-1] in a comment')
      const data = '[C-2] in data';
      describe('[C-3] group', () => {
        it('[C-4] plain', () => { call('[C-5] inside'); });
        it.each([['a'], ['b']])('[C-6] each %s', () => {});
        test.describe.serial(\`[C-7] template \${data}\`, () => {});
        it.skip('[C-8] off', () => {});
        test.fixme('[C-9] off', () => {});
      });`;
    expect(testsIn(source, false).flatMap(({ ids }) => ids)).toEqual(['C-3', 'C-4', 'C-6', 'C-7']);
    expect(testsIn(`it('[C-4] draws', () => render(<p title="[C-1]" />));`, true)).toEqual([{ title: '[C-4] draws', ids: ['C-4'] }]);
  });

  it('reads ids out of tags, and only those of a test itself', () => {
    const source = `
      test('walks', { tag: ['@C-2', '@slow', '@F-17'] }, async () => { open({ tag: '@C-9' }); });
      it('counts [C-2]', { tags: ['C-2', 'C-3'], timeout: 5 }, () => {});
      test('one', { tag: '@K-1' }, () => {});
      test.skip('off', { tag: '@C-5' }, () => {});
      it('data', () => {}, { other: ['C-6'] });`;
    expect(testsIn(source, false).map(({ ids }) => ids)).toEqual([['C-2', 'F-17'], ['C-2', 'C-3'], ['K-1'], []]);
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
