import type { LetterRef } from '../../contracts/deadLetter.ts';
import { type CommandOf, commandEndpoints } from '../../contracts/outbox.ts';
import type { Drift } from '../../contracts/problem.ts';
import { plural } from '../format.ts';
import type { Rows } from './row.ts';

/** The queue: the version of each item; null if none is known. */
type Queue = ReadonlyMap<string, number | null>;

const itemsOf = ({ items: [first, ...others] }: CommandOf<'promote'>): string =>
  first !== undefined && others.length === 0 ? first.itemId : plural(others.length + 1, 'item');

export const deadLetterCommands: Rows<'promote', Queue> = {
  promote: {
    needs: commandEndpoints.promoteLetters.needs,
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
    title: (command) => `Promote ${itemsOf(command)}`,
    detail: ({ items }) => (items.length > 1 ? items.map(({ itemId }) => itemId).join(' ') : null),
    done: (command) => ({ title: `${itemsOf(command)} promoted`, text: 'Returned for reprocessing.' }),
    refused: (command) => ({
      title: `${itemsOf(command)} not promoted`,
      drifted: command.items.length > 1 ? ' Nothing was promoted.' : '',
    }),
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
