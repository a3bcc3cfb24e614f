import { verificationEntity } from './entities/verification.ts';
import { openColumns } from './openColumns.ts';
import { readDb } from './readDb.ts';
import {
  type Asked,
  comparators,
  firstOfEach,
  groupColumn,
  groupIndex,
  inOrderOfText,
  isNarrowed,
  matcher,
  ordered,
  type Row,
  table,
  type Window,
} from './verificationRows.ts';

/** Queries that veiled columns do not support (veil.ts): search by words, and sorting by name. They use the decrypted rows. */

/** Under a lock tokens are not stored: all rows that match the other filters are searched after decryption. */
export async function searchedInside(asked: Asked, words: readonly string[]): Promise<readonly Row[]> {
  const rows = await ordered({ ...asked, sort: 'newest' }).toArray();
  const inside = await openColumns(readDb(), verificationEntity, rows);
  return rows
    .flatMap((row, place) => {
      const columns = inside[place] ?? null;
      return columns !== null && hasWords(columns.tokens, words) ? [{ row, by: { ...columns, at: row.at } }] : [];
    })
    .sort((a, b) => comparators[asked.sort](a.by, b.by))
    .map(({ row }) => row);
}

function hasWords(tokens: readonly string[], words: readonly string[]): boolean {
  return words.every((word) => tokens.some((token) => token.startsWith(word)));
}

/**
 * Under a lock the index groups the rows of each site or status, but not in the order of their names: the groups are sorted after
 * decrypting one row of each.
 */
export async function inGroups(
  asked: Asked,
  sort: keyof typeof groupIndex,
  window: Window | null,
): Promise<{ readonly rows: readonly Row[]; readonly count: number }> {
  const firsts = await firstOfEach(sort);
  const inside = await openColumns(readDb(), verificationEntity, firsts);
  const groups = firsts
    .map((row, place) => ({ stands: row[groupColumn[sort]], name: inside[place]?.[groupColumn[sort]] ?? '' }))
    .sort((a, b) => inOrderOfText(a.name, b.name));
  const rows: Row[] = [];
  let count = 0;
  for (const { stands } of groups) {
    const [from, to] = asked.span;
    const group = () => {
      const all = table().where(groupIndex[sort]).between([stands, from], [stands, to], true, true);
      return isNarrowed(asked) ? all.and(matcher(asked)) : all;
    };
    const held = (await group().primaryKeys()).length;
    const skip = Math.max(0, (window?.offset ?? 0) - count);
    const wanted = window === null ? held : window.limit - rows.length;
    count += held;
    if (wanted > 0 && skip < held) rows.push(...(await group().offset(skip).limit(wanted).toArray()));
  }
  return { rows, count };
}

/** The plain site codes of these rows. */
export async function siteCodesOf(rows: readonly Row[]): Promise<readonly string[]> {
  return (await openColumns(readDb(), verificationEntity, rows)).flatMap((columns) => columns?.siteCode ?? []);
}
