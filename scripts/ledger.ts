import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Citation, hasIds, issues, judgeLedger, type LedgerRow, testsIn } from './ledgerRows.ts';
import { deadReferencesIn, deadReferencesInComments, headingsOf } from './references.ts';
import { ourFiles } from './ourFiles.ts';
import { root } from './root.mjs';

// `npm run ledger [-- --issue spine] [--quiet]`: lists every requirement with the tests that cite it. Fails on an unknown id, on an id in a
// title in place of a tag, on a comment or document that cites an id or a heading that does not exist and, with --issue, on a row of that
// issue that no test cites.
const { values } = parseArgs({ options: { issue: { type: 'string' }, quiet: { type: 'boolean', default: false } } });
const issue = issues.find((name) => name === values.issue) ?? null;
if (values.issue !== undefined && issue === null) {
  console.error(`Unknown issue '${values.issue}'. There are: ${issues.join(', ')}.`);
  process.exit(2);
}

const rows = JSON.parse(readFileSync(join(root, 'docs/ledger.json'), 'utf8')) as readonly LedgerRow[]; // our own file, whose shape scripts/ledger.test.ts checks
const tests = ['src', 'server', 'scripts', 'tests', 'e2e', 'bench']
  .flatMap(testsUnder)
  .flatMap((file) => testsIn(readFileSync(join(root, file), 'utf8'), file.endsWith('x')).map((test) => ({ ...test, file })));
const citations = tests.flatMap(({ ids, title, file }): Citation[] => ids.map((id) => ({ id, title, file })));
const untagged = tests.filter(({ title }) => hasIds(title));
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
for (const { title, file } of untagged) console.error(`An id in a title of ${file}, which no row is proved by; make it a tag: ${title}`);
for (const row of unproved) console.error(`No test cites ${row.id}: ${row.text.slice(0, 110)}`);
const citable = {
  ids: new Set(rows.map(({ id }) => id)),
  headings: new Map(['LOOK', 'FINDINGS', 'DESIGN'].map((name) => [name, headingsOf(readFileSync(join(root, `docs/${name}.md`), 'utf8'))])),
};
const dead = ourFiles('*.ts', '*.tsx', '*.mjs', '*.css', '*.md')
  .filter((path) => !path.endsWith('.d.ts') && !path.endsWith('references.test.ts'))
  .flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const found = /\.(md|css)$/.test(path) ? deadReferencesIn(text, citable) : deadReferencesInComments(path, text, citable);
    return found.map(
      ({ line, text: cited }) => `${path}:${line}: '${cited}' leads nowhere: cite a row of docs/ledger.json or a heading in docs/`,
    );
  });
for (const line of dead) console.error(line);
const proved = rows.filter((row) => (byRow.get(row.id)?.length ?? 0) > 0).length;
console.log(
  `${rows.length} rows, ${proved} cited, ${unknown.length} unknown ids, ${dead.length} dead references${issue === null ? '' : `, ${unproved.length} of '${issue}' without a test`}.`,
);
process.exitCode = unknown.length + untagged.length + unproved.length + dead.length === 0 ? 0 : 1;

/** Test files under a folder, relative to the root. */
function testsUnder(folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(test\.tsx?|e2e\.ts)$/.test(path) && !path.includes('node_modules'))
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .sort();
  } catch {
    return []; // a folder that does not exist yet
  }
}
