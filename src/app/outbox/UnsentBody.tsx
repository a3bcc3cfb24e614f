import type { OutboxItem } from '../../contracts/outbox.ts';
import { plural } from '../../domain/format.ts';
import { OutboxRows } from './OutboxRows.tsx';

/** The head of a question about what is unsent: what cannot be counted is not nothing. */
export function unsentTitle(count: number | null): string {
  if (count === null) return 'What is not sent cannot be counted';
  return count === 0 ? 'Everything is sent' : `${plural(count, 'action')} not sent yet`;
}

/** Which those are; where they cannot be read, that, and what helps. */
export function UnsentBody({ items }: { readonly items: readonly OutboxItem[] | null }) {
  if (items !== null) return items.length === 0 ? null : <OutboxRows items={items} label="Not sent yet" />;
  return (
    <p className="uk-fg2">
      The data on this device cannot be read just now, so that what waits to be sent cannot be shown. Reading it is tried again by itself.
      Whoever stays loses nothing.
    </p>
  );
}
