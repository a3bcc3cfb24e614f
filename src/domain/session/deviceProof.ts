/**
 * A session's cookie and its device key (D-55, modelled on Device Bound Session Credentials). The cookie's token is renewed repeatedly:
 * by a signature over the nonce of the previous answer, or by re-authentication. Pure; tokens and nonces are opaque here.
 */

/** Lifetime of a display's token, milliseconds: as long as a person's session lasts without a refresh (D-34). */
export const proofSpanMs = 15 * 60_000;
/** How long the previous token is accepted after first use of the new one, for calls in flight. Milliseconds. */
export const spentForMs = 60_000;
/** How often a display renews its token, milliseconds: two more attempts may fail before the token expires. */
export const proveEveryMs = 5 * 60_000;
/** Maximum tolerated clock lead on stored times, milliseconds (D-63). */
const aheadMs = 30_000;

/** The platform's record of a session's token. Times are epoch milliseconds on the database's clock. */
export interface SessionTokens {
  readonly token: string;
  /** The token that the latest renewal was requested with; null before the first. */
  readonly prior: string | null;
  /** How long `prior` is accepted; null until the new token is first used, since the answer carrying it may be lost. */
  readonly priorUntil: number | null;
  /** When `prior` expires by itself; null if it ends only with its session. */
  readonly priorEnds: number | null;
  /** When `token` expires by itself; null as for `priorEnds`. */
  readonly ends: number | null;
}

/**
 * What a token allows. `current`: everything the session may do. `stale`: only renewal and `me`. `spent`: it was replaced; only
 * requesting the replacement again, with the key.
 */
export type TokenState = 'current' | 'stale' | 'spent' | 'unknown';

/** True if a moment is in the future, but no further than possible; a later one was written by a clock that was ahead. */
const isAhead = (moment: number, now: number, byMs: number): boolean => moment > now && moment <= now + byMs + aheadMs;

/** Judges a token. A clock that went back, or had been ahead, makes it stale, never longer valid. */
export function tokenStateOf({ token, prior, priorUntil, priorEnds, ends }: SessionTokens, presented: string, now: number): TokenState {
  if (presented === token) return ends === null || isAhead(ends, now, proofSpanMs) ? 'current' : 'stale';
  if (presented !== prior) return 'unknown';
  if (priorUntil !== null && !isAhead(priorUntil, now, spentForMs)) return 'spent';
  return priorEnds === null || isAhead(priorEnds, now, proofSpanMs) ? 'current' : 'stale';
}

/** Remaining milliseconds of a `current` token, however it is used; null if it ends only with its session. */
export function currentForMs({ token, priorUntil, priorEnds, ends }: SessionTokens, presented: string, now: number): number | null {
  const until = (presented === token ? [ends] : [priorUntil, priorEnds]).filter((end) => end !== null);
  return until.length === 0 ? null : Math.max(0, Math.min(...until) - now);
}

/** A session bound to a device key. */
export interface BoundSession extends SessionTokens {
  /** What the next proof must sign; null while no key is registered. */
  readonly nonce: string | null;
  /** What the latest proof signed; null before the first. */
  readonly spentNonce: string | null;
}

/** A verified proof for renewing a token, made with the registered key or, if there is none, with the key presented. */
export interface Proof {
  readonly token: string;
  /** What was signed: the nonce, or the thumbprint of the presented key. */
  readonly over: string;
  /** True if the session's first key is presented. */
  readonly brings: boolean;
}

/**
 * `renew`: new token and nonce. `again`: repeats the latest answer, which was lost; nothing changes until the nonce it carried is signed.
 * A browser killed midway may have kept only the nonce or only the cookie, so either token is accepted.
 */
export function judgeProof(bound: BoundSession, { token, over, brings }: Proof): 'renew' | 'again' | 'refused' {
  if (token !== bound.token && token !== bound.prior) return 'refused';
  if (over === bound.spentNonce) return 'again';
  if (bound.nonce === null) return brings ? 'renew' : 'refused';
  return !brings && over === bound.nonce ? 'renew' : 'refused';
}

/** The session after a renewal. `lastsMs`: lifetime of a token; null for a person's, which ends with its session. */
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

/** The session after the first use of its new token. */
export function used<Tokens extends SessionTokens>(tokens: Tokens, now: number): Tokens {
  return tokens.prior === null || tokens.priorUntil !== null ? tokens : { ...tokens, priorUntil: now + spentForMs };
}

/** The text that a device signs. `next`: the thumbprint of the key that replaces the current one, if any. */
export function proofText(over: string, next: string | null = null): string {
  return next === null ? `ukweli device proof\n${over}` : `ukweli device proof\n${over}\n${next}`;
}
