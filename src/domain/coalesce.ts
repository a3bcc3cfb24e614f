import type { Topic } from '../contracts/realtime/event.ts';

/** C-76: how long a topic's events are batched before they are written and shown, milliseconds. */
export const coalesceMs: Readonly<Record<Topic, number>> = { kpis: 250, verifications: 250, pipeline: 500, health: 1000, system: 250 };

/** Minimum interval between messages to pages about applied events, milliseconds (C-76). */
export const publishMs = 250;

/**
 * Batches items: the first is delivered at once, later ones within `intervalMs` at its end. A lone event is not delayed, and a burst
 * costs one delivery per interval.
 * @param setTimer runs `run` once after `delayMs` and returns a function that cancels it
 */
export function createPacer<T>(
  intervalMs: number,
  setTimer: (delayMs: number, run: () => void) => () => void,
  deliver: (items: readonly T[]) => void,
): { readonly add: (items: readonly T[]) => void; readonly stop: () => void } {
  let waiting: T[] = [];
  let cancel: (() => void) | null = null;
  const pause = (): void => {
    cancel = setTimer(intervalMs, () => {
      cancel = null;
      flush();
    });
  };
  const flush = (): void => {
    if (waiting.length === 0) return;
    const items = waiting;
    waiting = [];
    pause();
    deliver(items);
  };
  return {
    add: (items) => {
      waiting.push(...items);
      if (cancel === null) flush();
    },
    stop: () => {
      cancel?.();
      cancel = null;
      waiting = [];
    },
  };
}
