/**
 * When a wall that has failed loads itself anew (K-10). Nobody is near to press a button, so it always does; but a page that fails at once each time
 * must not hammer the platform: the pause doubles from five seconds to five minutes, and starts afresh once a page has stood for ten minutes.
 */
export interface Reloads {
  /** In a row, each soon after the one before. */
  readonly count: number;
  /** When the last one happened, epoch milliseconds. */
  readonly at: number;
}

const firstPauseMs = 5_000;
const longestPauseMs = 300_000;
const stoodMs = 600_000;

/** How long to wait before loading anew, and what to remember of it. */
export function planReload(before: Reloads | null, now: number): { readonly delayMs: number; readonly after: Reloads } {
  const recent = before !== null && Math.abs(now - before.at) < stoodMs;
  const count = recent ? before.count + 1 : 1;
  const delayMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(count - 1, 6));
  return { delayMs, after: { count, at: now + delayMs } };
}

/** What was remembered, from the text that storage holds; anything else counts as nothing. */
export function parseReloads(text: string | null): Reloads | null {
  const [count, at, more] = (text ?? '').split(' ').map(Number);
  if (count === undefined || at === undefined || more !== undefined) return null;
  return Number.isInteger(count) && count > 0 && Number.isFinite(at) ? { count, at } : null;
}

/** As `parseReloads` reads it. */
export function reloadsText({ count, at }: Reloads): string {
  return `${count} ${at}`;
}

/** Where it is kept between loads: the session's storage. */
export const reloadsKey = 'ukweli-wall-reloads';
