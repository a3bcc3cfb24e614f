import type { OutboxItem } from '../../contracts/outbox.ts';
import { plural } from '../../domain/format.ts';
import { OutboxRows } from './OutboxRows.tsx';
import { nothingUnsent } from '../../domain/claims/deeds.ts';

/** Title of a question about unsent commands; an unknown number is not shown as none. */
export function unsentTitle(count: number | null): string {
  return nothingUnsent('device', count).word;
}

/** The unsent commands; if they cannot be read, or could not be stored, says so and what helps. */
export function UnsentBody({ items, count }: { readonly items: readonly OutboxItem[] | null; readonly count: number | null }) {
  if (items === null)
    return (
      <p className="uk-fg2">
        The data on this device cannot be read right now, so unsent actions cannot be shown. Reading is retried automatically. If you stay
        signed in, nothing is lost.
      </p>
    );
  const unstored = (count ?? 0) - items.length;
  return (
    <>
      {items.length > 0 && <OutboxRows items={items} label="Not sent yet" />}
      {unstored > 0 && (
        <p className="uk-fg2">
          {plural(unstored, 'action')} could not be stored on this device and cannot be shown. Sending is retried while the console stays
          open.
        </p>
      )}
    </>
  );
}
