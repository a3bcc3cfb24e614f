import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../server/root.ts';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

/** docs/DEPLOY.md; tests run its commands exactly as written. */
export const deployDocument = read('docs/DEPLOY.md');

/** The documents with commands for operators. */
const documents = ['docs/DEPLOY.md', 'docs/WALL.md', 'README.md', 'server/README.md'] as const;

/** One fenced block of a document. */
export interface Block {
  readonly document: string;
  /** The text after the opening fence: `sh backup`, `nginx`. */
  readonly opening: string;
  readonly text: string;
  /** The paragraphs before and after it. */
  readonly around: string;
}

/** Every fenced block of the documents, in order. */
export function everyBlock(): readonly Block[] {
  return documents.flatMap((document) => {
    const whole = read(document);
    return [...whole.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)].map(({ 0: block, 1: opening = '', 2: text = '', index }) => ({
      document,
      opening,
      text,
      around: `${whole.slice(0, index).trimEnd().split('\n\n').at(-1)}\n${
        whole
          .slice(index + block.length)
          .trimStart()
          .split('\n\n')[0]
      }`,
    }));
  });
}

/** The text of the single block of docs/DEPLOY.md with this opening line, for instance `nginx`. */
export function blockOf(opening: string): string {
  const blocks = everyBlock().filter((block) => block.document === 'docs/DEPLOY.md' && block.opening === opening);
  const [block] = blocks;
  if (block === undefined || blocks.length > 1) throw new Error(`docs/DEPLOY.md has ${blocks.length} blocks '${opening}'`);
  return block.text;
}

/** Replaces values of the document with those of this machine; throws unless each occurs exactly once. */
export function adapted(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((now, [from, to]) => {
    if (now.split(from).length !== 2) throw new Error(`'${from}' does not stand exactly once in the block`);
    return now.replace(from, () => to);
  }, text);
}

/**
 * A command of the document over the test's own PostgreSQL. The document's connects to a local server through its socket as the user
 * `postgres`; here the database names are the test's, and the command runs as this PostgreSQL's administrator.
 */
export function overPostgres(block: string, admin: string, databases: { readonly live: string; readonly restored: string }) {
  const { hostname, port, username, password } = new URL(admin);
  const nameOf = (url: string): string => new URL(url).pathname.slice(1);
  return {
    command: blockOf(block)
      .replaceAll('sudo -u postgres ', '')
      .replaceAll('ukweli_restored', databases.restored)
      .replaceAll('--dbname=ukweli ', `--dbname=${nameOf(databases.live)} `)
      .replaceAll(/(--owner|--role)=ukweli_owner/g, `$1=${username}`),
    env: { PGHOST: hostname, PGPORT: port, PGUSER: username, ...(password === '' ? {} : { PGPASSWORD: decodeURIComponent(password) }) },
  };
}
