import type { Mutant } from './mutants.ts';

/** An equivalent mutant, which no test can detect, as listed in docs/MUTATION.md: `| file | was | becomes | why |`. */
export interface Explained {
  readonly path: string;
  readonly was: string;
  readonly becomes: string;
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The rows of the table. A `|` within code is written `\|`. */
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

/** True if the table lists this mutant, compared by file and texts, since lines move. */
export function isExplained(explained: readonly Explained[], { path, was, becomes }: Mutant): boolean {
  return explained.some((one) => one.path === path && one.was === plain(was) && one.becomes === plain(becomes));
}
