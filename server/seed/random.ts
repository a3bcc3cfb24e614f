/** A deterministic random source: the same seed gives the same data on every machine. Not for secrets. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Integer from `low` to `high`, both included. */
  int(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
  /** Normal distribution, clamped to three deviations to avoid extreme values. */
  normal(mean: number, deviation: number): number;
  /** A shuffled copy (Fisher–Yates). */
  shuffle<T>(items: readonly T[]): T[];
  /** Eight plus four hexadecimal digits, the format of the pipeline's correlation ids. */
  correlation(): string;
}

/** mulberry32: 32 bits of state, good enough for plausible figures and short. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const hex = (digits: number): string =>
    int(0, 16 ** digits - 1)
      .toString(16)
      .padStart(digits, '0');

  return {
    next,
    int,
    pick: (items) => {
      const item = items[int(0, items.length - 1)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
    normal: (mean, deviation) => {
      // Box–Muller; 1 - next() keeps the logarithm away from zero.
      const standard = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      return mean + deviation * Math.max(-3, Math.min(3, standard));
    },
    shuffle: (items) => {
      const copy = [...items];
      for (let last = copy.length - 1; last > 0; last -= 1) {
        const other = int(0, last);
        const held = copy[last] as (typeof copy)[number]; // both indexes lie inside the array
        copy[last] = copy[other] as (typeof copy)[number];
        copy[other] = held;
      }
      return copy;
    },
    correlation: () => `${hex(8)}-${hex(4)}`,
  };
}

/** Rounds `value` to `digits` decimals, which removes binary floating-point noise. */
export function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
