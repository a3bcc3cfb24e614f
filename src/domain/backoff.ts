/** Retries on a transport before the next one is used (C-55, C-56). */
export const maxTries = 10;

const websocketDelaysMs = [1000, 2000, 4000, 8000] as const;
const longestDelayMs = 30_000;
const websocketJitterMs = 1000;

/** C-55: 1, 2, 4, 8, then 30 s, plus up to 1 s. `random` is in [0, 1); `attempt` counts from 1. Milliseconds. */
export function websocketDelayMs(attempt: number, random: number): number {
  return (websocketDelaysMs[attempt - 1] ?? longestDelayMs) + random * websocketJitterMs;
}

const longestResourceDelayMs = 120_000;

/**
 * Wait after the n-th consecutive failure to fetch a resource, milliseconds: 1 s doubling to 2 minutes, ±20 %, so that consoles that
 * failed together do not retry together. `random` is in [0, 1); `failures` counts from 1.
 */
export function resourceDelayMs(failures: number, random: number): number {
  return Math.min(longestResourceDelayMs, 1000 * 2 ** Math.min(failures - 1, 7)) * (0.8 + 0.4 * random);
}

/** 1 s doubling to 30 s, as C-56 specifies for server-sent events; also used after failed writes. `attempt` counts from 1. Milliseconds. */
export function exponentialDelayMs(attempt: number): number {
  // 2^5 already exceeds the limit; the bound avoids overflow in a long run of failures.
  return Math.min(longestDelayMs, 1000 * 2 ** Math.min(attempt - 1, 5));
}
