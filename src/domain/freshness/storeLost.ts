import type { OutboxItem } from '../../contracts/outbox.ts';
import type { HubMessage, HubStatus } from '../../contracts/rpc.ts';
import { plural } from '../format.ts';
import { isUnsent } from '../outbox/item.ts';
import { titleOf } from '../commands/commands.ts';

/** Data removed from this device while the console was open (F-17), and what became of the actions stored only here. */
export interface StoreLost {
  /** The person's rows were removed. */
  readonly rows: boolean;
  /** The outbox as this hub still knew it; null if it had never been read, so that its content is unknown. */
  readonly outbox: readonly OutboxItem[] | null;
  /** True if the outbox could be stored again. */
  readonly kept: boolean;
}

/** Data removed while nobody was signed in or the lock was closed, so that no page knew the actions by name (`HubStatus.heldLost`). */
export type HeldLost = NonNullable<HubStatus['heldLost']>;

/** What became of unsent decisions if only their number is known. */
export function heldLostLabels({ unsent }: HeldLost): string {
  if (unsent === null) return unknownLabels;
  if (unsent === 0) return noneLabels;
  return `${plural(unsent, 'action')} not sent yet ${unsent === 1 ? 'is' : 'are'} lost and must be decided again.`;
}

/** Notice shown in every tab once the person has signed in again. */
export function heldLostNotice(lost: HeldLost): HubMessage & { readonly kind: 'notice' } {
  return {
    kind: 'notice',
    level: lost.unsent === 0 ? 'warning' : 'error',
    title: 'Stored data was removed',
    text: `Your data on this device was removed while nobody was signed in, by the browser or by hand. It is being fetched again. ${heldLostLabels(lost)}`,
  };
}

const unknownLabels = 'It is not known whether an action was waiting to be sent: check your last decisions.';
const noneLabels = 'No action was waiting to be sent.';

/** Maximum number of names in a sentence; the rest are counted. */
const maxNamed = 8;

/** Notice shown in every tab: what was removed, the current state, and each unsent action by name. */
export function storeLostNotice(lost: StoreLost): HubMessage & { readonly kind: 'notice' } {
  const unsent = lost.outbox?.filter(isUnsent) ?? [];
  const isLost = lost.outbox === null || (unsent.length > 0 && !lost.kept);
  const what = lost.rows
    ? 'The data stored on this device was removed while the console was open, by the browser or by hand. It is being fetched again.'
    : 'The sign-in data on this device was removed while the console was open, by the browser or by hand. It was still in memory and is stored again.';
  return {
    kind: 'notice',
    level: isLost ? 'error' : 'warning',
    title: 'Stored data was removed',
    text: `${what} ${lost.rows ? unsentLabels(lost, unsent) : 'Nothing was lost.'}`,
  };
}

function unsentLabels({ outbox, kept }: StoreLost, unsent: readonly OutboxItem[]): string {
  if (outbox === null) return unknownLabels;
  if (unsent.length === 0) return noneLabels;
  const titles = unsent.slice(0, maxNamed).map(({ command }) => titleOf(command));
  const more = unsent.length - titles.length;
  const names = `${titles.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const many = plural(unsent.length, 'action');
  return kept
    ? `${many} not sent yet ${unsent.length === 1 ? 'was' : 'were'} still known and ${unsent.length === 1 ? 'is' : 'are'} kept: ${names}.`
    : `${many} not sent yet ${unsent.length === 1 ? 'is' : 'are'} lost and must be decided again: ${names}.`;
}
