/**
 * Whether the identity provider must ask who is there. It remembers the last person longer than the console does: without
 * this, 'Sign in with SSO' after a lock would let in whoever sits there now as whoever sat there before (D-31). A mark on
 * the device, since the page that was left may be gone; nothing personal.
 */
const key = 'ukweli-ask-again';

/** Somebody left or was locked out. */
export function markAskAgain(): void {
  try {
    localStorage.setItem(key, '1');
  } catch {
    // Storage closed: the hub's reason still tells, as long as this page lives.
  }
}

/** Somebody signed in: the provider has asked. */
export function clearAskAgain(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // as above
  }
}

/** True when the mark stands. */
export function mustAskAgain(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
