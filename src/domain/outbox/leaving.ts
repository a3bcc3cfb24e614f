import type { OutboxItem } from '../../contracts/outbox.ts';
import { isUnsent } from './item.ts';

/** What became of 'Send first', pressed by somebody who is leaving. */
export type SentFirst =
  | { readonly state: 'sending' }
  /** The platform has all of it. */
  | { readonly state: 'sent' }
  /** Nothing is unsent any more, but these it refused: whoever decided them has not seen that yet, and leaving would take it away. */
  | { readonly state: 'refused'; readonly items: readonly OutboxItem[] };

/**
 * Judges it by the outbox as it stands.
 * @param asked keys of what was unsent when it was pressed
 */
export function sentFirst(outbox: readonly OutboxItem[], asked: ReadonlySet<string>): SentFirst {
  if (outbox.some(isUnsent)) return { state: 'sending' };
  const items = outbox.filter(({ key, state }) => state === 'refused' && asked.has(key));
  return items.length > 0 ? { state: 'refused', items } : { state: 'sent' };
}
