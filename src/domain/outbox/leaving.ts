import type { OutboxItem } from '../../contracts/outbox.ts';
import { isUnsent } from './item.ts';

/** Result of 'Send first', pressed by a user who is signing out. */
export type SentFirst =
  | { readonly state: 'sending' }
  /** The platform has received everything. */
  | { readonly state: 'sent' }
  /** Nothing is unsent, but the platform refused these and the user has not seen that; signing out would remove them. */
  | { readonly state: 'refused'; readonly items: readonly OutboxItem[] };

/**
 * Judges the current outbox.
 * @param asked keys of the commands that were unsent when the button was pressed
 */
export function sentFirst(outbox: readonly OutboxItem[], asked: ReadonlySet<string>): SentFirst {
  if (outbox.some(isUnsent)) return { state: 'sending' };
  const items = outbox.filter(({ key, state }) => state === 'refused' && asked.has(key));
  return items.length > 0 ? { state: 'refused', items } : { state: 'sent' };
}
