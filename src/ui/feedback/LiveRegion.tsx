import { useSyncExternalStore } from 'react';

let said = '';
let turn = 0;
const listeners = new Set<() => void>();

/** Says a change once, politely. The one live region of the page: panels do not announce by themselves. */
export function announce(text: string): void {
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
