import { useSyncExternalStore } from 'react';
import type { Claim } from '../../domain/claims/claim.ts';

let said = '';
let turn = 0;
const listeners = new Set<() => void>();

/**
 * Says a change once, politely. The one live region of the page: panels do not announce by themselves. What claims something is said by its claim, which also knows that it
 * is not so.
 */
export function announce(what: string | Claim): void {
  const text = typeof what === 'string' ? what : what.word;
  // The same sentence twice is no change to a reader: an invisible mark makes it one.
  turn = (turn + 1) % 2;
  said = turn === 0 ? text : `${text}\u200b`;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Stands once, at the root. */
export function LiveRegion() {
  const text = useSyncExternalStore(subscribe, () => said);
  return (
    <div className="uk-sr" role="status" aria-live="polite" aria-atomic="true">
      {text}
    </div>
  );
}
