import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ourFiles } from './ourFiles.ts';
import { root } from './root.mjs';
import { sheetProblems, wordsOf } from './sheetRules.ts';
import { looseAllowed } from './sheetsAllowed.ts';
import { staleTokenSheets } from './tokens.ts';

// A step of `npm run check`: the generated sheets are up to date; every sheet of the console has a layer and fewer than 400 lines, names
// no dead class, and takes its values from the token table.

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const refused: string[] = [];

for (const path of staleTokenSheets()) refused.push(`${path}: differs from the token table: run \`npx tsx scripts/tokens.ts\``);

const words = new Set<string>();
for (const path of ourFiles('src/*.ts', 'src/*.tsx', 'src/*.html', 'index.html'))
  if (!/\.test\.tsx?$/.test(path)) for (const word of wordsOf(read(path))) words.add(word);

const sheets = ourFiles('src/*.css');
for (const path of sheets) refused.push(...sheetProblems(path, read(path), words, looseAllowed[path]));
for (const path of Object.keys(looseAllowed))
  if (!sheets.includes(path)) refused.push(`${path}: is gone: remove it from scripts/sheetsAllowed.ts`);

for (const line of refused) console.error(line);
const allowed = Object.values(looseAllowed).reduce((sum, kinds) => sum + Object.values(kinds).reduce((some, count) => some + count, 0), 0);
console.log(`${sheets.length} style sheets, ${allowed} values that are no token yet, ${refused.length} refused.`);
process.exitCode = refused.length === 0 ? 0 : 1;
