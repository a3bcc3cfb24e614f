import type { Table } from 'dexie';
import { type CameDamaged, nameOfDamaged } from '../domain/freshness/cameDamaged.ts';
import type { StoredRow } from './entities/entity.ts';
import { deleteRows } from './putRows.ts';
import type { AnswerMeta } from './types.ts';

/**
 * Deletes stored rows that an answer contained in an unusable form: they have changed, and are reported by id. Rows newer than the answer
 * stay.
 */
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

/** Maximum number of stored ids: a platform that sends only damaged rows must not fill the disk. */
const maxNames = 50;

/** The damaged rows after an answer: a partial answer leaves the others as they are; rows that arrived intact are no longer damaged. */
export function stillDamaged(
  before: readonly CameDamaged[] = [],
  { extent, damaged = [] }: AnswerMeta,
  came: readonly string[],
): readonly CameDamaged[] {
  const told = new Set([...came, ...damaged.map(nameOfDamaged)]);
  const left = extent === 'part' ? before.filter((row) => !told.has(nameOfDamaged(row))) : [];
  return [...new Map([...left, ...damaged].map((row) => [nameOfDamaged(row), row])).values()].slice(0, maxNames);
}
