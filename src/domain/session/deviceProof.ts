/**
 * A session that is bound to a key of its device (D-55, after the pattern of Device Bound Session Credentials): the cookie's token opens something for a quarter of an hour, and whoever has the key
 * has it renewed. Each renewal takes a signature over the nonce that the answer before it carried; token and nonce are others from then on. Pure; tokens and nonces are whatever they are known by here.
 */

/** How long a token opens something from its making on, milliseconds: as long as a session lasts without a refresh (D-34). */
export const proofSpanMs = 15 * 60_000;
/** How long the token before it still does: calls that were on their way when it was renewed. Milliseconds. */
export const spentForMs = 60_000;
/** How often a device has its token renewed, milliseconds: twice more may fail before it opens nothing. */
export const proveEveryMs = 5 * 60_000;

/** What the platform holds of a bound session. */
export interface BoundSession {
  readonly token: string;
  /** The one that the newest renewal was asked for with; null before the first. */
  readonly spentToken: string | null;
  /** Until when that still opens what it did: no longer than it would have by itself. */
  readonly spentUntil: number;
  /** What the next proof is over; null while no key was given. */
  readonly nonce: string | null;
  /** What the newest proof was over; null before the first. */
  readonly spentNonce: string | null;
  /** When the token was made, epoch milliseconds on the database's clock. */
  readonly renewedAt: number;
}

/** What a token opens. `current`: all that its session may. `stale`: nothing but the way to have it renewed, and who one is. `spent`: another took its place some time ago; only the way to have that again. */
export type TokenState = 'current' | 'stale' | 'spent' | 'unknown';

/** Judges a token. A clock that went back, or had been ahead, makes it stale and never lasting. */
export function tokenStateOf({ token, spentToken, spentUntil, renewedAt }: BoundSession, presented: string, now: number): TokenState {
  const age = Math.abs(now - renewedAt);
  if (presented === token) return age < proofSpanMs ? 'current' : 'stale';
  // What was on its way when it was renewed is not turned away: who asks who he is would be told that he is nobody.
  if (presented === spentToken) return age >= spentForMs ? 'spent' : now < spentUntil ? 'current' : 'stale';
  return 'unknown';
}

/** What is brought to have a token renewed: its proof was found good, under the key that is held or, where none is, the one that was brought. */
export interface Proof {
  readonly token: string;
  /** What was signed: the nonce, or the thumbprint of the key that is brought. */
  readonly over: string;
  /** A key is brought. */
  readonly brings: boolean;
}

/**
 * `renew`: another token and nonce. `again`: the same as the last time, whose answer was lost, and nothing changes: it is asked for with what that was asked for, until somebody signs the nonce that it carried.
 * A browser that was killed may have kept the nonce and not the cookie, or the cookie and not the nonce: either token will do.
 */
export function judgeProof(bound: BoundSession, { token, over, brings }: Proof): 'renew' | 'again' | 'refused' {
  if (token !== bound.token && token !== bound.spentToken) return 'refused';
  if (over === bound.spentNonce) return 'again';
  if (bound.nonce === null) return brings ? 'renew' : 'refused';
  return !brings && over === bound.nonce ? 'renew' : 'refused';
}

/** The session once it is renewed. */
export function renewed(
  bound: BoundSession,
  { token, over }: Proof,
  next: Pick<BoundSession, 'token' | 'nonce'>,
  now: number,
): BoundSession {
  const ended = token === bound.token ? bound.renewedAt + proofSpanMs : bound.spentUntil;
  return { ...next, spentToken: token, spentUntil: Math.min(ended, now + spentForMs), spentNonce: over, renewedAt: now };
}

/** The text that a device signs. */
export function proofText(over: string): string {
  return `ukweli device proof\n${over}`;
}
