/** Percent of the reductions that are held back before credits are counted, against what may turn out less. A console convention. */
export const creditBufferPercent = 10;

/** Credits of one tonne CO2e each that reductions amount to: whole ones, after the buffer. Nothing below zero is a credit. */
export function creditsOf(tonnes: number): number {
  // Binary fractions of exact tenths (30 t × 0.9) must not cost a credit.
  return Math.max(0, Math.floor(Number(((tonnes * (100 - creditBufferPercent)) / 100).toFixed(6))));
}
