import { z } from '../../contracts/zod.ts';

/**
 * That somebody left or was locked out, and why: a mark on the device, since the page that was left may be gone. Nothing in
 * it is personal.
 *
 * While it stands the identity provider must ask who is there: it may remember the last person longer than the console
 * does, and 'Sign in with SSO' after a lock would let in whoever sits there now as whoever sat there before (D-31).
 */
const key = 'ukweli-left';
const reasonSchema = z.enum(['user', 'timeout', 'expired', 'revoked']);
/** Why somebody is no longer signed in. */
export type LeftReason = z.infer<typeof reasonSchema>;

/** Somebody left or was locked out. */
export function markLeft(reason: LeftReason): void {
  try {
    localStorage.setItem(key, reason);
  } catch {
    // Storage closed: the hub's own reason still tells, as long as this page lives.
  }
}

/** Somebody signed in: the provider has asked. */
export function clearLeft(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // as above
  }
}

/** Why the last person left; null when nobody has since the last sign-in. */
export function leftReason(): LeftReason | null {
  try {
    const read = reasonSchema.safeParse(localStorage.getItem(key));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
