/**
 * A session's cookie and the key of its device (D-55, after the pattern of Device Bound Session Credentials). The cookie's token is renewed again and again: whoever has the key has it renewed, by a
 * signature over the nonce that the answer before it carried, and a fresh proof of the person renews it too. Pure; tokens and nonces are whatever they are known by here.
 */

/** How long a display's token opens something from its making on, milliseconds: as long as a person's session lasts without a refresh (D-34). */
export const proofSpanMs = 15 * 60_000;
/** How long the token before it is still taken once the new one was used: calls that were on their way. Milliseconds. */
export const spentForMs = 60_000;
/** How often a display has its token renewed, milliseconds: twice more may fail before it opens nothing. */
export const proveEveryMs = 5 * 60_000;
/** As far as the clock that dated something may have been ahead, milliseconds (D-63). */
const aheadMs = 30_000;

/** What the platform holds of a session's token. Times are epoch milliseconds on the database's clock. */
export interface SessionTokens {
  readonly token: string;
  /** The one that the newest renewal was asked for with; null before the first. */
  readonly prior: string | null;
  /** Until when that is taken; null until the new one is first used, since the answer that brought it may be lost. */
  readonly priorUntil: number | null;
  /** When the one before would have ended by itself; null where it ends with its session alone. */
  readonly priorEnds: number | null;
  /** When the token ends by itself, as for `priorEnds`. */
  readonly ends: number | null;
}

/** What a token opens. `current`: all that its session may. `stale`: nothing but the way to have it renewed, and who one is. `spent`: another took its place; only the way to have that again, by the key. */
export type TokenState = 'current' | 'stale' | 'spent' | 'unknown';

/** Whether a moment is still to come, and no further away than it can lie: what lies further was written by a clock that was ahead. */
const isAhead = (moment: number, now: number, byMs: number): boolean => moment > now && moment <= now + byMs + aheadMs;

/** Judges a token. A clock that went back, or had been ahead, makes it stale and never lasting. */
export function tokenStateOf({ token, prior, priorUntil, priorEnds, ends }: SessionTokens, presented: string, now: number): TokenState {
  if (presented === token) return ends === null || isAhead(ends, now, proofSpanMs) ? 'current' : 'stale';
  if (presented !== prior) return 'unknown';
  if (priorUntil !== null && !isAhead(priorUntil, now, spentForMs)) return 'spent';
  return priorEnds === null || isAhead(priorEnds, now, proofSpanMs) ? 'current' : 'stale';
}

/** For how long a token that is `current` will be, milliseconds, whatever is done with it; null where it ends with its session alone. */
export function currentForMs({ token, priorUntil, priorEnds, ends }: SessionTokens, presented: string, now: number): number | null {
  const until = (presented === token ? [ends] : [priorUntil, priorEnds]).filter((end) => end !== null);
  return until.length === 0 ? null : Math.max(0, Math.min(...until) - now);
}

/** A session that is bound to a key. */
export interface BoundSession extends SessionTokens {
  /** What the next proof is over; null while no key was given. */
  readonly nonce: string | null;
  /** What the newest proof was over; null before the first. */
  readonly spentNonce: string | null;
}

/** What is brought to have a token renewed: its proof was found good, under the key that is held or, where none is, the one that was brought. */
export interface Proof {
  readonly token: string;
  /** What was signed: the nonce, or the thumbprint of the key that is brought. */
  readonly over: string;
  /** The session's first key is brought. */
  readonly brings: boolean;
}

/**
 * `renew`: another token and nonce. `again`: the same as the last time, whose answer was lost, and nothing changes: it is asked for with what that was asked for, until somebody signs the nonce that it carried.
 * A browser that was killed may have kept the nonce and not the cookie, or the cookie and not the nonce: either token will do.
 */
export function judgeProof(bound: BoundSession, { token, over, brings }: Proof): 'renew' | 'again' | 'refused' {
  if (token !== bound.token && token !== bound.prior) return 'refused';
  if (over === bound.spentNonce) return 'again';
  if (bound.nonce === null) return brings ? 'renew' : 'refused';
  return !brings && over === bound.nonce ? 'renew' : 'refused';
}

/** The session once it is renewed. `lastsMs`: how long a token of it lasts by itself; null for a person's, which ends with its session. */
export function renewed(
  bound: BoundSession,
  { token, over }: Proof,
  next: Pick<BoundSession, 'token' | 'nonce'>,
  { now, lastsMs }: { readonly now: number; readonly lastsMs: number | null },
): BoundSession {
  return {
    ...next,
    prior: token,
    priorUntil: null,
    priorEnds: token === bound.token ? bound.ends : bound.priorEnds,
    ends: lastsMs === null ? null : now + lastsMs,
    spentNonce: over,
  };
}

/** The session once its new token was used for the first time. */
export function used<Tokens extends SessionTokens>(tokens: Tokens, now: number): Tokens {
  return tokens.prior === null || tokens.priorUntil !== null ? tokens : { ...tokens, priorUntil: now + spentForMs };
}

/** The text that a device signs. `next`: the thumbprint of the key that takes this one's place, where it does. */
export function proofText(over: string, next: string | null = null): string {
  return next === null ? `ukweli device proof\n${over}` : `ukweli device proof\n${over}\n${next}`;
}
