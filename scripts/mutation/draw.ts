/** Deterministic random numbers in [0, 1) from a seed (mulberry32). */
export function createDice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Distributes `count` by weight in integers that sum to it: the largest remainders get the rest, earlier ones first if equal.
 * @returns as many numbers as weights; all 0 if all weights are 0
 */
export function shares(count: number, weights: readonly number[]): readonly number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (count * weight) / total);
  const whole = exact.map(Math.floor);
  const over = count - whole.reduce((sum, one) => sum + one, 0);
  const first = exact
    .map((share, index) => ({ index, rest: share - Math.floor(share) }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index)
    .slice(0, over);
  return whole.map((share, index) => share + (first.some((one) => one.index === index) ? 1 : 0));
}

/** Draws `count` different items, in the order drawn; all if there are no more. */
export function drawn<T>(all: readonly T[], count: number, dice: () => number): readonly T[] {
  const left = [...all];
  const taken: T[] = [];
  while (taken.length < count && left.length > 0) taken.push(...left.splice(Math.floor(dice() * left.length), 1));
  return taken;
}
