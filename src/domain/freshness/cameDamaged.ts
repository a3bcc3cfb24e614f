/** A value outside its enumeration; a newer platform may know it. */
export interface UnknownValue {
  /** Its member path in the row: `severity`, `measured.by`. */
  readonly member: string;
  /** As received; untrusted text. */
  readonly raw: string;
}

/**
 * The name of a row that arrived unusable: damaged, left out by the platform, or (`unknown`) with values that this console does not know.
 */
export type CameDamaged = string | { readonly row: string; readonly unknown: readonly UnknownValue[] };
/** The name of such a row. */
export const nameOfDamaged = (row: CameDamaged): string => (typeof row === 'string' ? row : row.row);
