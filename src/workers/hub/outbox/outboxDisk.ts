import type { OutboxItem } from '../../../contracts/outbox.ts';
import type { Problem, Result } from '../../../contracts/problem.ts';
import { isUnsent } from '../../../domain/outbox/item.ts';
import { isFull } from '../../../store/guarded.ts';
import type { OutboxStore } from '../../../store/types.ts';

/** Disk effects of the outbox machine, and which of them failed. */
export interface OutboxDisk {
  /** Resolves to the problem that prevented saving, or null. `roomForMs`: how long to make space for it, milliseconds. */
  readonly save: (item: OutboxItem, roomForMs: number) => Promise<Problem | null>;
  readonly remove: (places: readonly number[]) => Promise<void>;
  /**
   * False if the last mark of a command was refused because another hub owns the outbox now (src/store/fence.ts). A mark that failed for
   * lack of space or a bad disk does not stop a command: sent again after a crash it still takes effect once.
   */
  readonly isOurs: (place: number) => boolean;
  /** Rows that are still on the disk although their removal was ordered, with the reason; each is reported once. */
  readonly stayed: (items: readonly OutboxItem[]) => readonly { readonly item: OutboxItem; readonly problem: Problem }[];
}

/** A failing disk is reported through `storage`; a refusal because another hub owns the outbox is not. */
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
      // The row would stay `pending` and be sent again at the next start. Removing it needs no space, and its outcome is reported.
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
