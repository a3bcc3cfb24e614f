/**
 * When a failed wall reloads itself (K-10). Nobody is near to press a button, so it always reloads; to spare the platform, the pause
 * doubles from five seconds to five minutes, and resets once a page has run for ten minutes.
 */
export interface Reloads {
  /** Consecutive reloads, each soon after the one before. */
  readonly count: number;
  /** When the last reload happened, epoch milliseconds. */
  readonly at: number;
}

const firstPauseMs = 5_000;
const longestPauseMs = 300_000;
const stoodMs = 600_000;

/** How long to wait before reloading, and what to store about it. */
export function planReload(before: Reloads | null, now: number): { readonly delayMs: number; readonly after: Reloads } {
  const recent = before !== null && Math.abs(now - before.at) < stoodMs;
  const count = recent ? before.count + 1 : 1;
  const delayMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(count - 1, 6));
  return { delayMs, after: { count, at: now + delayMs } };
}

/** Reads the stored text; null if it is missing or malformed. */
export function parseReloads(text: string | null): Reloads | null {
  const [count, at, more] = (text ?? '').split(' ').map(Number);
  if (count === undefined || at === undefined || more !== undefined) return null;
  return Number.isInteger(count) && count > 0 && Number.isFinite(at) ? { count, at } : null;
}

/** Text in the form that `parseReloads` reads. */
export function reloadsText({ count, at }: Reloads): string {
  return `${count} ${at}`;
}

/** Key in session storage, which survives reloads. */
export const reloadsKey = 'ukweli-wall-reloads';
