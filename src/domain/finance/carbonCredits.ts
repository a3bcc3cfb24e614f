/** Percent of the reductions held back before credits are counted, in case some are revised down. A console convention. */
export const creditBufferPercent = 10;

/** Credits of one tonne CO2e each for these reductions: whole ones, after the buffer, never negative. */
export function creditsOf(tonnes: number): number {
  // Binary rounding of exact tenths (30 t × 0.9) must not cost a credit.
  return Math.max(0, Math.floor(Number(((tonnes * (100 - creditBufferPercent)) / 100).toFixed(6))));
}
