import type { Topic } from '../../contracts/realtime/event.ts';

/**
 * What a full buffer does with another item (D-12): `dropOldest` drops and counts the oldest; `buffer` drops nothing and asks to be
 * drained at once.
 */
export type RingPolicy = 'dropOldest' | 'buffer';

/** Items in order of arrival, bounded as its policy says (D-12). */
export interface Ring<T> {
  /** Returns the dropped item; null if none was. A `buffer` ring never drops: it grows until drained. */
  readonly push: (item: T) => T | null;
  /** True at capacity: a `buffer` ring must be drained now. */
  readonly isFull: () => boolean;
  /** Returns everything, oldest first, and empties the ring. */
  readonly drain: () => readonly T[];
  readonly items: () => readonly T[];
  readonly size: () => number;
}

/** @param capacity number of items above which a `dropOldest` ring drops; a `buffer` ring only reports that it is reached */
export function createRing<T>(capacity: number, policy: RingPolicy): Ring<T> {
  let slots: T[] = [];
  // Index of the oldest item: dropping is O(1), and the array is compacted when half of it is unused.
  let first = 0;
  const size = () => slots.length - first;
  const live = () => slots.slice(first);
  return {
    push: (item) => {
      slots.push(item);
      if (policy === 'buffer' || size() <= capacity) return null;
      const dropped = slots[first] ?? null;
      first += 1;
      if (first > capacity) {
        slots = live();
        first = 0;
      }
      return dropped;
    },
    isFull: () => size() >= capacity,
    drain: () => {
      const all = live();
      slots = [];
      first = 0;
      return all;
    },
    items: live,
    size,
  };
}

/** C-81: capacity and policy of each topic's buffer. The control topic must lose nothing. */
export const ringLimits: Readonly<Record<Topic, { readonly capacity: number; readonly policy: RingPolicy }>> = {
  kpis: { capacity: 200, policy: 'dropOldest' },
  verifications: { capacity: 1000, policy: 'buffer' },
  pipeline: { capacity: 200, policy: 'dropOldest' },
  health: { capacity: 100, policy: 'dropOldest' },
  system: { capacity: 100, policy: 'buffer' },
};

/** C-81: number of events kept for diagnostics. */
export const recentLimit = 20;
