import { countSchema } from './primitives.ts';
import { z } from './zod.ts';

/**
 * Inputs of score and reduction: decided records by outcome, and the tonnes CO2e of the verified ones beside their sites' baselines.
 * Absent: the platform does not provide them. Without decided records there is no score; without a baseline no reduction.
 */
export const figureBasisSchema = z.object({
  verified: countSchema,
  disputed: countSchema,
  failed: countSchema,
  tonnes: z.number(),
  baselineTonnes: z.number(),
});
export type FigureBasis = z.infer<typeof figureBasisSchema>;
