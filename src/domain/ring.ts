import type { Topic } from '../contracts/realtime/event.ts';

/** What a full buffer does with one more (D-12): `dropOldest` lets the oldest go and counts it; `buffer` drops nothing and
 * asks to be emptied at once. */
export type RingPolicy = 'dropOldest' | 'buffer';

export interface Ring<T> {
  /** Answers what had to go to make room; null when nothing had. A `buffer` ring never drops: it grows until emptied. */
  readonly push: (item: T) => T | null;
  /** True once it holds its capacity: a `buffer` ring is to be emptied now. */
  readonly isFull: () => boolean;
  /** Everything, oldest first; the ring is empty after it. */
  readonly drain: () => readonly T[];
  readonly items: () => readonly T[];
  readonly size: () => number;
}

export function createRing<T>(capacity: number, policy: RingPolicy): Ring<T> {
  let slots: T[] = [];
  // Index of the oldest: dropping is O(1), the array is closed up when half of it is holes.
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

/** C-81: what each topic's buffer holds and does when full. The control topic must lose nothing. */
export const ringLimits: Readonly<Record<Topic, { readonly capacity: number; readonly policy: RingPolicy }>> = {
  kpis: { capacity: 200, policy: 'dropOldest' },
  verifications: { capacity: 1000, policy: 'buffer' },
  pipeline: { capacity: 200, policy: 'dropOldest' },
  health: { capacity: 100, policy: 'dropOldest' },
  system: { capacity: 100, policy: 'buffer' },
};

/** C-81: events kept for diagnostics. */
export const recentLimit = 20;
