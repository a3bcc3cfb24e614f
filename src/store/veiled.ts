import type { DBCoreTable } from 'dexie';

/** What columns stand as under a lock (veil.ts). Both may be asked inside a transaction. */
export interface Veil {
  /** The code of a text. What is a code already stays as it is. */
  readonly text: (value: string) => string;
  /** Where a moment, epoch milliseconds, stands in the order. Greater moments stand behind smaller ones. */
  readonly moment: (value: number) => number;
  /** A table that is asked by what its columns stand as (veilKeys.ts). */
  readonly over: (table: DBCoreTable) => DBCoreTable;
}

/** No text that comes from the platform begins with a control character (`contracts/texts.ts`). */
export const veilMark = '\u0001';

export function isVeiled(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(veilMark);
}
