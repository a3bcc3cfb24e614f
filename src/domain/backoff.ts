/** Tries on a rung after the first, before the next rung is taken (C-55, C-56). */
export const maxTries = 10;

const websocketDelaysMs = [1000, 2000, 4000, 8000] as const;
const longestDelayMs = 30_000;
const websocketJitterMs = 1000;

/** C-55: 1, 2, 4, 8, then 30 s, plus up to 1 s. `random` is in [0, 1); `attempt` counts from 1. Milliseconds. */
export function websocketDelayMs(attempt: number, random: number): number {
  return (websocketDelaysMs[attempt - 1] ?? longestDelayMs) + random * websocketJitterMs;
}

/** 1 s doubling to 30 s, the way C-56 has it for server-sent events; also used after failed writes. `attempt` counts from 1. */
export function exponentialDelayMs(attempt: number): number {
  // 2^5 is already past the limit; the bound keeps a long run from overflowing.
  return Math.min(longestDelayMs, 1000 * 2 ** Math.min(attempt - 1, 5));
}
