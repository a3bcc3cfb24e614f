import type { LetterRef } from '../../contracts/deadLetter.ts';
import { endpoints } from '../../contracts/endpoints.ts';
import type { Drift } from '../../contracts/problem.ts';
import type { Rows } from './row.ts';

/** The queue: the version of each item; null if none is known. */
type Queue = ReadonlyMap<string, number | null>;

export const deadLetterCommands: Rows<'promote', Queue> = {
  promote: {
    needs: endpoints.promoteLetters.needs,
    screen: 'dlq',
    touches: ['dlq', 'pipeline'],
    // One item uses its own call; several go in one all-or-nothing request (D-24).
    request: ({ items }) => {
      const [first, ...others] = items;
      return first !== undefined && others.length === 0
        ? { id: 'promoteLetter', input: { params: { itemId: first.itemId }, body: { version: first.version } } }
        : { id: 'promoteLetters', input: { body: { items } } };
    },
    subjects: ({ items }) => items.map(({ itemId }) => `deadLetter:${itemId}`),
    obstacle: ({ items }, queue) => {
      const drifted = driftOf(items, queue);
      return drifted.length === 0 ? null : { code: 'drifted', drifted, count: items.length };
    },
  },
};

/** Items that differ from the versions seen, in the order asked. An item named twice counts as gone the second time. */
export function driftOf(items: readonly LetterRef[], queue: Queue): readonly Drift[] {
  const seen = new Set<string>();
  return items.flatMap(({ itemId: id, version }): Drift[] => {
    const current = seen.has(id) ? undefined : queue.get(id);
    seen.add(id);
    if (current === undefined) return [{ id, reason: 'gone' }];
    return current === version ? [] : [{ id, reason: 'changed' }];
  });
}
