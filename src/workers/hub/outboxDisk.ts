import type { OutboxItem } from '../../contracts/outbox.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import { isUnsent } from '../../domain/outbox/item.ts';
import { isFull } from '../../store/guarded.ts';
import type { OutboxStore } from '../../store/types.ts';

/** What the machine orders of the disk, and what the disk did not do of it. */
export interface OutboxDisk {
  /** Answers what kept it from being saved. Room is made for it for so long, milliseconds. */
  readonly save: (item: OutboxItem, roomForMs: number) => Promise<Problem | null>;
  readonly remove: (places: readonly number[]) => Promise<void>;
  /**
   * Whether the last mark of a command was not undone because another hub keeps the outbox by now (src/store/fence.ts). A mark that only found no room, or a bad disk, does not
   * stop a command: sent again after a crash it still takes effect once.
   */
  readonly isOurs: (place: number) => boolean;
  /** Rows of these commands that stand on the disk though their removal was ordered, with the reason; told once. */
  readonly stayed: (items: readonly OutboxItem[]) => readonly { readonly item: OutboxItem; readonly problem: Problem }[];
}

export function createOutboxDisk(store: Pick<OutboxStore, 'save' | 'remove'>, storage: (problem: Problem) => void): OutboxDisk {
  const undone = new Set<number>();
  const kept = new Map<number, Problem>();
  const outcomeOf = async (work: Promise<Result<unknown>>): Promise<Problem | null> => {
    const outcome = await work;
    if (outcome.ok) return null;
    if (outcome.problem.code === 'storage') storage(outcome.problem);
    return outcome.problem;
  };
  return {
    save: async (item, roomForMs) => {
      const problem = await outcomeOf(store.save(item, roomForMs));
      if (problem?.code === 'cancelled') undone.add(item.place);
      else undone.delete(item.place);
      // The row would say for good that it waits, and be sent again at the next start. To remove it takes no room; what came of it is told.
      if (problem !== null && isFull(problem) && !isUnsent(item)) await outcomeOf(store.remove([item.place]));
      return problem;
    },
    remove: async (places) => {
      const problem = await outcomeOf(store.remove(places));
      if (problem !== null) for (const place of places) kept.set(place, problem);
    },
    isOurs: (place) => !undone.has(place),
    stayed: (items) =>
      items.flatMap((item) => {
        const problem = kept.get(item.place);
        return kept.delete(item.place) && problem !== undefined ? [{ item, problem }] : [];
      }),
  };
}
