import type { OutboxItem } from '../contracts/outbox.ts';
import type { HubMessage, HubStatus } from '../contracts/rpc.ts';
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

/** What was taken away while nobody was in or behind the closed lock, so that no page knew it by name (`HubStatus.heldLost`). */
export type HeldLost = NonNullable<HubStatus['heldLost']>;

/** What became of decisions that were not sent, where only their number is known. */
export function heldLostWords({ unsent }: HeldLost): string {
  if (unsent === null) return unknownWords;
  if (unsent === 0) return noneWords;
  return `${plural(unsent, 'action')} not sent yet ${unsent === 1 ? 'is' : 'are'} lost and must be decided again.`;
}

/** Told once the person is in again, in every tab. */
export function heldLostNotice(lost: HeldLost): HubMessage & { readonly kind: 'notice' } {
  return {
    kind: 'notice',
    level: lost.unsent === 0 ? 'warning' : 'error',
    title: 'Stored data was removed',
    text: `What this device held of your work was removed while nobody was in, by the browser or by hand. It is being fetched again. ${heldLostWords(lost)}`,
  };
}

const unknownWords = 'Whether an action was waiting to be sent is not known: check what you decided last.';
const noneWords = 'No action was waiting to be sent.';

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
  if (outbox === null) return unknownWords;
  if (unsent.length === 0) return noneWords;
  const titles = unsent.slice(0, mostNamed).map(({ command }) => titleOf(command));
  const more = unsent.length - titles.length;
  const names = `${titles.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const many = plural(unsent.length, 'action');
  return kept
    ? `${many} not sent yet ${unsent.length === 1 ? 'was' : 'were'} still known and ${unsent.length === 1 ? 'is' : 'are'} kept: ${names}.`
    : `${many} not sent yet ${unsent.length === 1 ? 'is' : 'are'} lost and must be decided again: ${names}.`;
}
