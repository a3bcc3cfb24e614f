import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { tokenSheets } from '../src/ui/theme/tokensCss.ts';
import { root } from './root.mjs';

const folder = join(root, 'src/ui/theme');

/** The generated sheets that differ from the table, by path. */
export function staleTokenSheets(read = (path: string): string => readFileSync(path, 'utf8')): readonly string[] {
  return Object.entries(tokenSheets).flatMap(([name, css]) => (read(join(folder, name)) === css() ? [] : [`src/ui/theme/${name}`]));
}

// `npx tsx scripts/tokens.ts` writes the sheets; `npm run check` compares them (scripts/sheets.ts).
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const [name, css] of Object.entries(tokenSheets)) writeFileSync(join(folder, name), css());
