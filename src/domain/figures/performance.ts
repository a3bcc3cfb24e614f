import { signedFold } from './fold.ts';

/** Records and their measurements: `records` is a count, the others percent with one decimal. */
export interface Measured {
  readonly records: number;
  readonly uptime: number;
  readonly fuelSavings: number;
}

/** Sums in whole tenths of a percent. */
export type MeasuredSum = Measured;

/** Means over all records, whatever their decision: percent. */
export const performanceFold = signedFold<Measured, MeasuredSum, Measured>(
  { records: 0, uptime: 0, fuelSavings: 0 },
  (sum, { records, uptime, fuelSavings }, sign) => ({
    records: sum.records + sign * records,
    uptime: sum.uptime + sign * Math.round(uptime * 10),
    fuelSavings: sum.fuelSavings + sign * Math.round(fuelSavings * 10),
  }),
  ({ records, uptime, fuelSavings }) =>
    records === 0 ? null : { records, uptime: uptime / 10 / records, fuelSavings: fuelSavings / 10 / records },
);
