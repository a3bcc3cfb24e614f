import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../server/root.ts';
import { bears } from './cited.ts';

const textOf = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
/** Normalises white space and replaces template placeholders. */
const plain = (text: string): string => text.replaceAll(/\$\{[^}]*\}/g, '…').replaceAll(/\s+/g, ' ');

interface Proof {
  readonly path: string;
  /** Parts of its test titles, without the ids. */
  readonly titles: readonly string[];
}
const rows = new Map(
  textOf('docs/ATTACKS.md')
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [, id = ''] = /^(A-\d+): /.exec(section) ?? [];
      const proven = section.split('- **Proven by**: ')[1]?.split('\n- **')[0] ?? '';
      const proofs = [...proven.matchAll(/`([^`]+\.tsx?)`(?: \(([^]*?)\))?(?=;\n|\n|$)/g)].map(
        ([, path = '', titles = '']): Proof => ({ path, titles: titles.split('; ').filter((title) => title !== '') }),
      );
      return [id, { section, proofs }] as const;
    }),
);

describe('docs/ATTACKS.md', () => {
  const wanted = (JSON.parse(textOf('docs/ledger.json')) as readonly { readonly id: string; readonly text: string }[]).filter(({ id }) =>
    id.startsWith('A-'),
  );

  it('has each row of the attack list, with what is tried', () => {
    expect([...rows.keys()]).toEqual(wanted.map(({ id }) => id).sort((a, b) => Number(a.slice(2)) - Number(b.slice(2))));
    for (const { id, text } of wanted) expect(rows.get(id)?.section).toContain(text);
  });

  it('says of each what proves it, or what is open', () => {
    for (const [id, { section, proofs }] of rows) expect([id, proofs.length > 0 || section.includes('- **Open**: ')]).toEqual([id, true]);
  });

  it.each([...rows])('%s: each test that it names is there, and bears its id', (id, { proofs }) => {
    for (const { path, titles } of proofs) {
      expect([path, existsSync(join(projectRoot, path))]).toEqual([path, true]);
      const source = textOf(path);
      expect([path, bears(path, id)]).toEqual([path, true]);
      for (const title of titles)
        for (const part of title.split('…')) expect([path, part, plain(source).includes(part.trim())]).toEqual([path, part, true]);
    }
  });
});
