import type { Mutant } from './mutants.ts';

/** A mutant that no test can tell from the program, as docs/MUTATION.md has it: `| file | was | becomes | why |`. */
export interface Explained {
  readonly path: string;
  readonly was: string;
  readonly becomes: string;
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The rows of the table. A `|` within a row's code is written `\|`. */
export function explainedIn(document: string): readonly Explained[] {
  return document.split('\n').flatMap((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
    const [, path = '', was = '', becomes = '', why = ''] = cells;
    const code = [path, was, becomes].map((cell) => /^`+ ?(.*?) ?`+$/.exec(cell)?.[1] ?? null);
    const [file, from, to] = code;
    return file == null || from == null || to == null || why === ''
      ? []
      : [{ path: file.replace(/:\d+$/, ''), was: plain(from), becomes: plain(to) }];
  });
}

/** Whether the table has this mutant, by its file and texts: lines move. */
export function isExplained(explained: readonly Explained[], { path, was, becomes }: Mutant): boolean {
  return explained.some((one) => one.path === path && one.was === plain(was) && one.becomes === plain(becomes));
}
