import type { DeadLetter } from '../../contracts/deadLetter.ts';
import { narrowed, nowhere } from '../../domain/exports/narrowing.ts';
import { letterRule } from '../../domain/exports/rules.ts';

/** Characters of an error message that the list shows (C-28). */
export const messageLength = 50;

/** What is looked for and how it is laid out; kept in the address so that a view can be linked. */
export interface DlqView {
  readonly search: string;
  /** Only items that failed for this reason; null for all. */
  readonly code: string | null;
  readonly grouped: boolean;
  /** Order of the list that is not grouped, as `sortWord` writes it; null as it opens. */
  readonly sort: string | null;
  /** The item whose payload is open. */
  readonly item: string | null;
}

/** Reads the address. Grouping is how the list opens. */
export function viewFrom(params: URLSearchParams): DlqView {
  return {
    search: params.get('q') ?? '',
    code: params.get('code'),
    grouped: params.get('group') !== 'none',
    sort: params.get('sort'),
    item: params.get('item'),
  };
}

/** Writes the address; what is as it opens is left out. */
export function paramsOf({ search, code, grouped, sort, item }: DlqView): string {
  const params = new URLSearchParams();
  if (search !== '') params.set('q', search);
  if (code !== null) params.set('code', code);
  if (!grouped) params.set('group', 'none');
  if (sort !== null) params.set('sort', sort);
  if (item !== null) params.set('item', item);
  return params.toString();
}

const byNewest = letterRule.listed;

/** The items of one error code (null: of all) in which every word is found: in item id, error code, message or correlation id; case does not
 * matter. */
export function filterLetters(letters: readonly DeadLetter[], search: string, code: string | null): readonly DeadLetter[] {
  return narrowed(letterRule, letters, { search, errorCode: code }, nowhere).toSorted(byNewest);
}

/** Items that failed for the same reason. */
export interface LetterGroup {
  readonly errorCode: string;
  readonly letters: readonly DeadLetter[];
}

/** Groups by error code: the largest first, then the one that failed last. */
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

/** What an item is about, as far as its payload says: the record it concerns, and the site. */
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
