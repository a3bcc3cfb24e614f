import { isDisplay, knownForOf } from './display.ts';
import type { RememberedSession, SessionEffect, SessionEvent, Unsent } from './types.ts';

/**
 * Age of a person's stored rows against the limit of 72 hours since the platform's last confirmation (D-31). `old` requires a clock
 * confirmed by the platform, since old rows are removed; with any other clock they are `doubtful`, neither shown nor removed (issue 13,
 * point 3).
 */
export type Age = 'fresh' | 'doubtful' | 'old';

type Known = Pick<RememberedSession, 'user' | 'confirmedAt'>;

/** `confirmedNow`, the platform's clock, decides if it is known. Otherwise `now` does, which never makes rows `old`. */
export function ageOf({ user, confirmedAt }: Known, { now, confirmedNow }: Pick<SessionEvent, 'now' | 'confirmedNow'>): Age {
  const limitMs = knownForOf(user);
  if (confirmedNow !== undefined && confirmedNow !== null) return confirmedNow - confirmedAt > limitMs ? 'old' : 'fresh';
  return now - confirmedAt > limitMs ? 'doubtful' : 'fresh';
}

/**
 * True if rows may be shown to their person without confirmation by the platform. A wall also shows doubtful rows, with their age; its
 * clock may be marked as unconfirmed.
 */
export function mayShow(held: Known, event: Pick<SessionEvent, 'now' | 'confirmedNow'>): boolean {
  const age = ageOf(held, event);
  return age === 'fresh' || (age === 'doubtful' && isDisplay(held.user));
}

/** Removes a person's rows from this device. */
export function wipeOf({ user, tenant }: Pick<RememberedSession, 'user' | 'tenant'>, unsent: Unsent): SessionEffect {
  return { type: 'wipe', tenantId: tenant.tenantId, userId: user.id, unsent: isDisplay(user) ? 'drop' : unsent };
}
