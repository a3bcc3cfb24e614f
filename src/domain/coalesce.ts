import type { Topic } from '../contracts/realtime/event.ts';

/** C-76: how long a topic's events are gathered before they are written and shown, milliseconds. */
export const coalesceMs: Readonly<Record<Topic, number>> = { kpis: 250, verifications: 250, pipeline: 500, health: 1000, system: 250 };

/** Pages are told of applied events at most this often, milliseconds (C-76). */
export const publishMs = 250;

/**
 * Gathers items and delivers them together: the first at once, what follows within `intervalMs` at its end. So a lone event
 * is not held up, and a burst costs one delivery per interval.
 * @param setTimer runs `run` once after `delayMs` and answers how to call it off
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
