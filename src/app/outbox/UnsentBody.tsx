import type { OutboxItem } from '../../contracts/outbox.ts';
import { plural } from '../../domain/format.ts';
import { OutboxRows } from './OutboxRows.tsx';
import { nothingUnsent } from '../../domain/claims/deeds.ts';

/** The head of a question about what is unsent: what cannot be counted is not nothing. */
export function unsentTitle(count: number | null): string {
  return nothingUnsent('device', count).word;
}

/** Which those are; where they cannot be read, or could not be stored, that, and what helps. */
export function UnsentBody({ items, count }: { readonly items: readonly OutboxItem[] | null; readonly count: number | null }) {
  if (items === null)
    return (
      <p className="uk-fg2">
        The data on this device cannot be read just now, so that what waits to be sent cannot be shown. Reading it is tried again by itself.
        Whoever stays loses nothing.
      </p>
    );
  const unstored = (count ?? 0) - items.length;
  return (
    <>
      {items.length > 0 && <OutboxRows items={items} label="Not sent yet" />}
      {unstored > 0 && (
        <p className="uk-fg2">
          {plural(unstored, 'action')} found no room on this device and cannot be shown. It is tried again as long as the console stays
          open.
        </p>
      )}
    </>
  );
}
