/**
 * Passes the lock's key from one page to the next (D-31): reloading the only tab ends the shared worker that held the key, and a reload
 * should not ask to unlock. In memory only, for some seconds, handed out once and only for its own lock; non-extractable. Only our own
 * pages can ask, and every byte here is read before each cold start, so shapes are not checked a second time.
 */
export interface KeyMessage {
  readonly lockId: string;
  /** The key to keep; without one, the page asks for the kept key. */
  readonly key?: CryptoKey;
}

let kept: KeyMessage | null = null;
let forgetting: ReturnType<typeof setTimeout> | undefined;

/** From a page's end to the first answer of the next one's hub, on a slow device; milliseconds. */
export const keptForMs = 10_000;

/** Keeps the key of a message, or sends the kept one to the requesting page's port. */
export function hearKey(message: KeyMessage, port: Pick<MessagePort, 'postMessage'> | undefined): void {
  // The timer belongs to the key kept now: a key left by another tab as it closed gets its own time.
  clearTimeout(forgetting);
  if (message.key) forgetting = setTimeout(() => (kept = null), keptForMs);
  else port?.postMessage(kept?.lockId === message.lockId ? kept.key : null);
  kept = message.key ? message : null;
}
