import type { DeadLetter } from '../../contracts/deadLetter.ts';
import { narrowed, nowhere } from '../../domain/exports/narrowing.ts';
import { letterRule } from '../../domain/exports/rules.ts';

/** Characters of the error message shown in the list (C-28). */
export const messageLength = 50;

const byNewest = letterRule.listed;

/**
 * Items with the error code (null for all) for which every search word occurs in the item id, error code, message or correlation id;
 * case-insensitive.
 */
export function filterLetters(letters: readonly DeadLetter[], search: string, code: string | null): readonly DeadLetter[] {
  return narrowed(letterRule, letters, { search, errorCode: code }, nowhere).toSorted(byNewest);
}

/** Items with the same error code. */
export interface LetterGroup {
  readonly errorCode: string;
  readonly letters: readonly DeadLetter[];
}

/** Groups by error code: largest first, ties by the latest failure. */
export function groupLetters(letters: readonly DeadLetter[]): readonly LetterGroup[] {
  const groups = new Map<string, DeadLetter[]>();
  for (const letter of [...letters].sort(byNewest)) {
    const group = groups.get(letter.errorCode);
    if (group === undefined) groups.set(letter.errorCode, [letter]);
    else group.push(letter);
  }
  return [...groups]
    .map(([errorCode, members]) => ({ errorCode, letters: members }))
    .sort((a, b) => b.letters.length - a.letters.length || newestOf(b) - newestOf(a));
}

function newestOf({ letters: [newest] }: LetterGroup): number {
  return newest === undefined ? 0 : Date.parse(newest.failedAt);
}

/** The record and the site that an item concerns, if its payload names them. */
export function subjectOf({ payload }: DeadLetter): { readonly concerns: string | null; readonly site: string | null } {
  const text = (...names: readonly string[]): string | null => {
    for (const name of names) {
      const value = payload?.[name];
      if (typeof value === 'string' && value !== '') return value;
    }
    return null;
  };
  return { concerns: text('vrfId', 'paymentId', 'packId'), site: text('siteCode') };
}
