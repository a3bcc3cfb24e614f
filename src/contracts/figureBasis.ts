import { countSchema } from './primitives.ts';
import { z } from './zod.ts';

/**
 * What score and reduction rest on: decided records by what was decided, and the tonnes CO2e of the verified ones beside their sites'
 * baselines. Absent: the platform gives the figures without them. No decided records: there is no score. No baseline: no reduction.
 */
export const figureBasisSchema = z.object({
  verified: countSchema,
  disputed: countSchema,
  failed: countSchema,
  tonnes: z.number(),
  baselineTonnes: z.number(),
});
export type FigureBasis = z.infer<typeof figureBasisSchema>;
