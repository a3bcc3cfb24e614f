/** A value that stands where one of few was promised: a newer platform may know it. */
export interface UnknownValue {
  /** Its member in the row: `severity`, `measured.by`. */
  readonly member: string;
  /** As it came: anybody's text. */
  readonly raw: string;
}

/** A row that an answer brought in no form that can be used, by its name: damaged, left out by the platform itself, or, `unknown`, with values that this console does not know. */
export type CameDamaged = string | { readonly row: string; readonly unknown: readonly UnknownValue[] };
/** What such a row is called. */
export const nameOfDamaged = (row: CameDamaged): string => (typeof row === 'string' ? row : row.row);
