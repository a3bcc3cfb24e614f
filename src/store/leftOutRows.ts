import type { Table } from 'dexie';
import { type CameDamaged, nameOfDamaged } from '../domain/cameDamaged.ts';
import type { StoredRow } from './entities/entity.ts';
import { deleteRows } from './putRows.ts';
import type { AnswerMeta } from './types.ts';

/** What came in no form that can be used does not stand as it was before, whatever else the answer says nothing of: it is told by its name, and a row of it that is newer stays. */
export async function deleteDamaged(
  table: Table<StoredRow, string>,
  { damaged = [] }: AnswerMeta,
  came: ReadonlySet<string>,
  asOfSeq: number,
): Promise<void> {
  const names = damaged.map(nameOfDamaged).filter((name) => !came.has(name));
  const held = await table.bulkGet(names);
  await deleteRows(
    table,
    names.filter((_, place) => (held[place]?.seq ?? Infinity) <= asOfSeq),
  );
}

/** Kept in words and in number: a platform that gives nothing but damaged rows must not fill the disk with their names. */
const mostNames = 50;

/** Rows that came damaged, after an answer: what is a part of the list says nothing of the others, what came whole is damaged no longer. */
export function stillDamaged(
  before: readonly CameDamaged[] = [],
  { extent, damaged = [] }: AnswerMeta,
  came: readonly string[],
): readonly CameDamaged[] {
  const told = new Set([...came, ...damaged.map(nameOfDamaged)]);
  const left = extent === 'part' ? before.filter((row) => !told.has(nameOfDamaged(row))) : [];
  return [...new Map([...left, ...damaged].map((row) => [nameOfDamaged(row), row])).values()].slice(0, mostNames);
}
