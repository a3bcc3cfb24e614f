/**
 * What sealed rows are opened with, from one page to the next (D-31): a reload of the only tab ends the shared worker that held the key, and nobody who presses F5
 * wants to unlock. In memory alone, for some seconds, given once and only for the lock that it is of; it cannot be read out. Our own pages alone can ask, and
 * every byte here is read before each cold start: shapes are not checked a second time.
 */
export interface KeyMessage {
  readonly lockId: string;
  /** To be kept; without one, the page asks for what is. */
  readonly key?: CryptoKey;
}

let kept: KeyMessage | null = null;
let forgetting: ReturnType<typeof setTimeout> | undefined;

/** From a page's end to the first word of the next one's hub, on a slow device; milliseconds. */
export const keptForMs = 10_000;

/** Keeps the key of a message, or gives the one that is kept to the page that asked, at its port. */
export function hearKey(message: KeyMessage, port: Pick<MessagePort, 'postMessage'> | undefined): void {
  // Of the key that is kept now: one that another tab left as it was closed has its own seconds.
  clearTimeout(forgetting);
  if (message.key) forgetting = setTimeout(() => (kept = null), keptForMs);
  else port?.postMessage(kept?.lockId === message.lockId ? kept.key : null);
  kept = message.key ? message : null;
}
