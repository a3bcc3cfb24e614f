import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/root.mjs';
import { exportTypes } from '../../src/contracts/export.ts';

/** Short tables without an export, each with the reason. A `DataTable` has one by its type, and keeps its order in the address. */
const withoutExport: Readonly<Record<string, string>> = {
  'overview/LimitsDialog.tsx: Limits': 'a legend: the rules that every figure is judged by',
  'overview/variantSlots.tsx: Pipeline stages': 'a glance at the stages, which have a screen',
  'overview/variantSlots.tsx: Newest dead letters': 'a glance at a table that has a screen and is exported there',
  'overview/variantSlots.tsx: Recent verifications': 'a glance at a table that has a screen and is exported there',
  'dlq/PromotePreview.tsx: Items to promote': 'a question: what is about to be sent',
  'newComponents/DataPanels.tsx: Sample sites': 'rows that are nobody’s, saved by a button of the page itself',
  'compliance/MethodView.tsx: Uncertainty by data quality': 'a legend: how a figure is computed',
  'users/DriftTable.tsx: Changed meanwhile': 'a question: two versions of one account, side by side',
  'evidence/FilesSection.tsx: Files of the pack': 'the manifest, which is taken away signed and whole',
  'evidence/proof/ProofFiles.tsx: Files of the pack': 'the list in a proof that is a file itself',
};

interface UsedTable {
  /** 'incidents/IncidentTable.tsx: Incidents' */
  readonly name: string;
  readonly exported: boolean;
}

/** The opening tag that begins at `from`, up to the first `>` outside braces. */
function tagAt(source: string, from: number): string {
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    const sign = source[at];
    if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    else if (sign === '>' && depth === 0) return source.slice(from, at + 1);
  }
  return source.slice(from);
}

/** The attributes of a tag without the contents of their braces. */
function attributesOf(tag: string): string {
  let outside = '';
  let depth = 0;
  for (const sign of tag) {
    if (sign === '{') depth += 1;
    if (depth === 0) outside += sign;
    if (sign === '}') depth -= 1;
  }
  return outside;
}

function tablesIn(path: string, source: string): readonly UsedTable[] {
  return [...source.matchAll(/<PlainTable\b/g)].map(({ index }) => {
    const tag = tagAt(source, index);
    const label = /\blabel=(?:"([^"]*)"|\{([^}]*)\})/.exec(tag);
    // Also matches exports that are passed only if offered: `{...(exports !== undefined && { exports })}`.
    const exported = /\bexports=/.test(attributesOf(tag)) || /\{ exports \}/.test(tag);
    return { name: `${path}: ${label?.[1] ?? label?.[2] ?? 'unnamed'}`, exported };
  });
}

const folder = join(root, 'src/screens');
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .map((path) => [path, readFileSync(join(folder, path), 'utf8')] as const);
const tables = sources.flatMap(([path, source]) => tablesIn(path, source));

describe('every short table can be taken away', { tags: ['C-50', 'D-28'] }, () => {
  it('but for legends, questions and glances, each named with its reason', () => {
    expect(tables.length).toBeGreaterThan(Object.keys(withoutExport).length);
    expect(tables.filter(({ exported }) => !exported).map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(withoutExport)));
    expect(tables.filter(({ name, exported }) => !exported && !Object.hasOwn(withoutExport, name))).toEqual([]);
  });

  it('and every kind of export is some table’s', () => {
    const used = sources.map(([, source]) => source).join('\n');
    for (const type of exportTypes) expect(used, type).toContain(`type: '${type}'`);
  });

  it('which this test would see if it were not so', () => {
    const planted = '<PlainTable label="Planted" cell={(row) => <b title="exports=">{row}</b>} rows={rows} />';
    expect(tablesIn('x.tsx', planted)).toEqual([{ name: 'x.tsx: Planted', exported: false }]);
    expect(tablesIn('x.tsx', planted.replace('rows={rows}', 'exports={exports}'))[0]?.exported).toBe(true);
  });
});
