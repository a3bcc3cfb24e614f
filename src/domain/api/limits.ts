/** Time limit of a read that has none of its own, milliseconds. */
export const readLimitMs = 30_000;
