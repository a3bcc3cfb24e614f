import type { DBCoreTable } from 'dexie';

/** Translates columns for storage under a lock (veil.ts). Both functions are synchronous, for use inside transactions. */
export interface Veil {
  /** The code of a text; codes are returned unchanged. */
  readonly text: (value: string) => string;
  /** The veiled form of a time, epoch milliseconds. Preserves order. */
  readonly moment: (value: number) => number;
  /** Wraps a table so that its queries use the veiled form (veilKeys.ts). */
  readonly over: (table: DBCoreTable) => DBCoreTable;
}

/** Prefix of codes: no text from the platform begins with a control character (`contracts/texts.ts`). */
export const veilMark = '\u0001';

/** Whether a column holds a code instead of its text. */
export function isVeiled(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(veilMark);
}
