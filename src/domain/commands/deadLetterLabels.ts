import type { CommandOf } from '../../contracts/outbox.ts';
import { plural } from '../format.ts';
import type { Labels } from './labelRow.ts';

export const deadLetterLabels: Labels<'promote'> = {
  promote: {
    title: (command) => `Promote ${itemsOf(command)}`,
    detail: ({ items }) => (items.length > 1 ? items.map(({ itemId }) => itemId).join(' ') : null),
    done: (command) => ({ title: `${itemsOf(command)} promoted`, text: 'Returned for reprocessing.' }),
    refused: (command) => ({
      title: `${itemsOf(command)} not promoted`,
      drifted: command.items.length > 1 ? ' Nothing was promoted.' : '',
    }),
  },
};

function itemsOf({ items }: CommandOf<'promote'>): string {
  const [first, ...others] = items;
  return first !== undefined && others.length === 0 ? first.itemId : plural(items.length, 'item');
}
