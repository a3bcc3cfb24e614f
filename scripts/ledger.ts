import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Citation, issues, judgeLedger, type LedgerRow, testsIn } from './ledgerRows.ts';
import { root } from './root.mjs';

// `npm run ledger [-- --issue spine] [--quiet]`: every requirement with the tests that cite it. Fails on an id that does not exist and, asked for an issue, on a
// row of it that no test cites.
const { values } = parseArgs({ options: { issue: { type: 'string' }, quiet: { type: 'boolean', default: false } } });
const issue = issues.find((name) => name === values.issue) ?? null;
if (values.issue !== undefined && issue === null) {
  console.error(`Unknown issue '${values.issue}'. There are: ${issues.join(', ')}.`);
  process.exit(2);
}

const rows = JSON.parse(readFileSync(join(root, 'docs/ledger.json'), 'utf8')) as readonly LedgerRow[]; // our own file, its shape held by scripts/ledger.test.ts
const citations: Citation[] = ['src', 'server', 'scripts', 'tests', 'e2e', 'bench']
  .flatMap(testsUnder)
  .flatMap((file) =>
    testsIn(readFileSync(join(root, file), 'utf8'), file.endsWith('x')).flatMap(({ title, ids }) => ids.map((id) => ({ id, title, file }))),
  );
const { byRow, unknown, unproved } = judgeLedger(rows, citations, issue);

if (!values.quiet) {
  for (const row of rows) {
    if (issue !== null && !row.issues.includes(issue)) continue;
    const list = byRow.get(row.id) ?? [];
    console.log(`${list.length === 0 ? '·' : '✓'} ${row.id}  ${row.text.length > 110 ? `${row.text.slice(0, 109)}…` : row.text}`);
    for (const { title, file } of list) console.log(`      ${file}: ${title}`);
  }
}
for (const { id, title, file } of unknown) console.error(`Unknown id ${id} in ${file}: ${title}`);
for (const row of unproved) console.error(`No test cites ${row.id}: ${row.text.slice(0, 110)}`);
const proved = rows.filter((row) => (byRow.get(row.id)?.length ?? 0) > 0).length;
console.log(
  `${rows.length} rows, ${proved} cited, ${unknown.length} unknown ids${issue === null ? '' : `, ${unproved.length} of '${issue}' without a test`}.`,
);
process.exitCode = unknown.length + unproved.length === 0 ? 0 : 1;

/** Test files under a folder of the repository, relative to its top. */
function testsUnder(folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(test\.tsx?|e2e\.ts)$/.test(path) && !path.includes('node_modules'))
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .sort();
  } catch {
    return []; // a room that is not built yet
  }
}
