import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/root.mjs';
import { bears, citedFiles, citedTests, missingLabels, pathOf, textOf } from './cited.ts';

const text = readFileSync(join(root, 'docs/FAULTS.md'), 'utf8');
const ledger = JSON.parse(readFileSync(join(root, 'docs/ledger.json'), 'utf8')) as readonly { readonly id: string }[]; // scripts/ledger.test.ts judges its form

/** The faults as the document describes them. */
const rows = text
  .split(/^## /mu)
  .slice(1)
  .map((row) => ({ id: /^F-\d+/u.exec(row)?.[0] ?? row, row }));
/** Marks words that summarise tests and are not a test title. */
const inShort = 'in short: ';

describe('docs/FAULTS.md', () => {
  it('has every fault of the ledger, in its order, each once', () => {
    expect(rows.map(({ id }) => id)).toEqual(ledger.map(({ id }) => id).filter((id) => id.startsWith('F-')));
  });

  it('names files that are there', () => {
    for (const { id, row } of rows)
      for (const name of [...citedFiles(row), ...citedTests(row).map((test) => test.name)])
        expect([id, name, pathOf(name) !== null]).toEqual([id, name, true]);
  });

  it('quotes titles that stand in the file named, and names besides only tests that bear the id of the fault', () => {
    let quoted = 0;
    for (const { id, row } of rows) {
      for (const { name, words } of citedTests(row)) {
        if (words === null || words.startsWith(inShort)) expect([id, name, bears(name, id)]).toEqual([id, name, true]);
        else {
          quoted += 1;
          expect([id, name, missingLabels(words, textOf(name))]).toEqual([id, name, []]);
        }
      }
    }
    expect(quoted).toBeGreaterThan(80);
  });

  it('says by which test a fault is proved, or that it is not yet', () => {
    for (const { id, row } of rows) {
      const proved = citedTests(row).some(({ name }) => bears(name, id));
      expect([id, proved, row.includes('**Not proved yet**')]).toEqual([id, proved, !proved]);
    }
  });
});
