import { signedFold } from './fold.ts';

/** A part of a whole, both counted. */
export interface Part {
  readonly part: number;
  readonly whole: number;
}

/** A share in percent, with what it is of: verified of all records, readings received of readings expected, rules kept of rules checked. */
export interface Share extends Part {
  readonly percent: number;
}

/** Adds up parts and wholes; null while there is no whole to have a share of. */
export const shareFold = signedFold<Part, Part, Share>(
  { part: 0, whole: 0 },
  (sum, { part, whole }, sign) => ({ part: sum.part + sign * part, whole: sum.whole + sign * whole }),
  ({ part, whole }) => (whole === 0 ? null : { part, whole, percent: (100 * part) / whole }),
);
