import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../server/root.ts';

/** What people copy from docs/DEPLOY.md: tests run it as it stands there. */
export const deployDocument = readFileSync(join(projectRoot, 'docs/DEPLOY.md'), 'utf8');

/** The text of the one fenced block whose opening line is this, for instance `nginx`. */
export function blockOf(opening: string): string {
  const blocks = [...deployDocument.matchAll(/^```([^\n]+)\n([\s\S]*?)^```$/gm)].filter(([, name]) => name === opening);
  const [block] = blocks;
  if (block === undefined || blocks.length > 1) throw new Error(`docs/DEPLOY.md has ${blocks.length} blocks '${opening}'`);
  return block[2] ?? '';
}

/** Puts what is this machine's in the place of what the document names; each of them must stand there exactly once. */
export function adapted(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((now, [from, to]) => {
    if (now.split(from).length !== 2) throw new Error(`'${from}' does not stand exactly once in the block`);
    return now.replace(from, () => to);
  }, text);
}
