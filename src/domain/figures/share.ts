import { signedFold } from './fold.ts';

/** A part and its whole, both counts. */
export interface Part {
  readonly part: number;
  readonly whole: number;
}

/** A share in percent with its basis: verified of all records, readings received of expected, rules kept of checked. */
export interface Share extends Part {
  readonly percent: number;
}

/** Adds up parts and wholes; null while the whole is 0. */
export const shareFold = signedFold<Part, Part, Share>(
  { part: 0, whole: 0 },
  (sum, { part, whole }, sign) => ({ part: sum.part + sign * part, whole: sum.whole + sign * whole }),
  ({ part, whole }) => (whole === 0 ? null : { part, whole, percent: (100 * part) / whole }),
);
