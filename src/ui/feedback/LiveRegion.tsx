import { useSyncExternalStore } from 'react';
import type { Claim } from '../../domain/claims/claim.ts';

let said = '';
let turn = 0;
const listeners = new Set<() => void>();

/**
 * Announces a change once, politely, through the page's only live region. A statement that asserts something is passed as a claim, which
 * also knows if it is not true.
 */
export function announce(what: string | Claim): void {
  const text = typeof what === 'string' ? what : what.word;
  // Screen readers ignore a repeated text; an invisible character makes it a change.
  turn = (turn + 1) % 2;
  said = turn === 0 ? text : `${text}\u200b`;
  for (const listener of listeners) listener();
}

/** Takes away what was announced last: whoever it was for has left, and a screen reader could still read it. */
export function clearAnnounced(): void {
  said = '';
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Mounted once, at the root. */
export function LiveRegion() {
  const text = useSyncExternalStore(subscribe, () => said);
  return (
    <div className="uk-sr" role="status" aria-live="polite" aria-atomic="true">
      {text}
    </div>
  );
}
