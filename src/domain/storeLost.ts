import type { OutboxItem } from '../contracts/outbox.ts';
import type { HubMessage } from '../contracts/rpc.ts';
import { plural } from './format.ts';
import { isUnsent } from './outbox/item.ts';
import { titleOf } from './outbox/words.ts';

/** What was taken away from this device while the console was open (F-17), and what became of the actions that nobody else knew of. */
export interface StoreLost {
  /** The person's rows went. */
  readonly rows: boolean;
  /** All that waited in the outbox, as this hub still knew it; null where it could not be read before, so that nobody knows. */
  readonly outbox: readonly OutboxItem[] | null;
  /** Whether it stands on the device again. */
  readonly kept: boolean;
}

/** Names in a sentence; the rest is counted. */
const mostNamed = 8;

/** What the person is told, in every tab: what went, what is so now, each unsent action by its name. */
export function storeLostNotice(lost: StoreLost): HubMessage & { readonly kind: 'notice' } {
  const unsent = lost.outbox?.filter(isUnsent) ?? [];
  const isLost = lost.outbox === null || (unsent.length > 0 && !lost.kept);
  const what = lost.rows
    ? 'What this device had stored was removed while the console was open, by the browser or by hand. It is being fetched again.'
    : 'What this device remembers of who is signed in was removed while the console was open, by the browser or by hand. It was still known and is stored again.';
  return {
    kind: 'notice',
    level: isLost ? 'error' : 'warning',
    title: 'Stored data was removed',
    text: `${what} ${lost.rows ? unsentWords(lost, unsent) : 'Nothing was lost.'}`,
  };
}

function unsentWords({ outbox, kept }: StoreLost, unsent: readonly OutboxItem[]): string {
  if (outbox === null) return 'Whether an action was waiting to be sent is not known: check what you decided last.';
  if (unsent.length === 0) return 'No action was waiting to be sent.';
  const titles = unsent.slice(0, mostNamed).map(({ command }) => titleOf(command));
  const more = unsent.length - titles.length;
  const names = `${titles.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const many = plural(unsent.length, 'action');
  return kept
    ? `${many} not sent yet ${unsent.length === 1 ? 'was' : 'were'} still known and ${unsent.length === 1 ? 'is' : 'are'} kept: ${names}.`
    : `${many} not sent yet ${unsent.length === 1 ? 'is' : 'are'} lost and must be decided again: ${names}.`;
}
