import type { Dexie } from 'dexie';
import { type VeiledColumns, veiledColumns } from './tables.ts';

/** What columns stand as under a lock (veil.ts). Both may be asked inside a transaction. */
export interface Veil {
  /** The code of a text. What is a code already stays as it is. */
  readonly text: (value: string) => string;
  /** Where a moment, epoch milliseconds, stands in the order. Greater moments stand behind smaller ones. */
  readonly moment: (value: number) => number;
}

/** No text that comes from the platform begins with a control character (`contracts/texts.ts`). */
export const veilMark = '\u0001';

export function isVeiled(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(veilMark);
}

const noColumns: VeiledColumns = {};

/** What of a table's columns is veiled. Of one that only a newer build knows nobody here can tell: its payloads are sealed. */
export function columnsUnderLock(table: string): VeiledColumns {
  return Object.hasOwn(veiledColumns, table) ? veiledColumns[table as keyof typeof veiledColumns] : noColumns; // one of its own keys
}

/** The row with its columns as they stand under a lock. The payload is left as it is. */
export function veilRow<R extends object>(veil: Veil, table: string, row: R): R {
  const { texts = [], moments = [], left = [] } = columnsUnderLock(table);
  const veiled = { ...row } as Record<string, unknown>; // a copy, to be changed by name
  for (const column of left) delete veiled[column];
  for (const column of texts) if (typeof veiled[column] === 'string') veiled[column] = veil.text(veiled[column]);
  for (const column of moments) if (typeof veiled[column] === 'number') veiled[column] = veil.moment(veiled[column]);
  return veiled as R; // the same columns
}

/** Whether the columns of a row are as they stand under a lock. Of moments only who has the veil could tell. */
export function isVeiledRow(table: string, row: object): boolean {
  const { texts = [], left = [] } = columnsUnderLock(table);
  const held = row as Readonly<Record<string, unknown>>;
  return texts.every((column) => typeof held[column] !== 'string' || isVeiled(held[column])) && left.every((column) => !(column in row));
}

/** The name of a row's primary key where that is veiled under a lock; null where it stands as it is. */
export function veiledKey(db: Dexie, table: string): string | null {
  const { keyPath } = db.table(table).schema.primKey;
  return typeof keyPath === 'string' && columnsUnderLock(table).texts?.includes(keyPath) === true ? keyPath : null;
}
