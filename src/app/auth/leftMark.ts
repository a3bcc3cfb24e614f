import { z } from '../../contracts/zod.ts';

/**
 * A stored mark that the last user left or was locked out, and why; stored because their page may be closed. Contains nothing personal.
 *
 * While it is set the identity provider must authenticate again: it may remember the last person longer than the console does, and 'Sign
 * in with SSO' after a lock would sign in whoever sits there now as that person (D-31).
 */
const key = 'ukweli-left';
const reasonSchema = z.enum(['user', 'timeout', 'expired', 'revoked']);
/** Why a user is no longer signed in. */
export type LeftReason = z.infer<typeof reasonSchema>;

/** The user left or was locked out. */
export function markLeft(reason: LeftReason): void {
  try {
    localStorage.setItem(key, reason);
  } catch {
    // Storage is blocked: the hub's own reason still applies while this page lives.
  }
}

/** A user signed in: the provider has authenticated them. */
export function clearLeft(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // as above
  }
}

/** Why the last user left; null if nobody has since the last sign-in. */
export function leftReason(): LeftReason | null {
  try {
    const read = reasonSchema.safeParse(localStorage.getItem(key));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
