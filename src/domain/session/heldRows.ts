import { isDisplay, knownForOf } from './display.ts';
import type { RememberedSession, SessionEffect, SessionEvent, Unsent } from './types.ts';

/**
 * How old what a device holds of somebody is, as a limit of 72 hours since the platform's last word (D-31): `old` only by a clock that the platform has confirmed, since what
 * is old is taken away; by any other clock it is `doubtful`, which is not shown and not taken away (issue 13, point 3).
 */
export type Age = 'fresh' | 'doubtful' | 'old';

type Known = Pick<RememberedSession, 'user' | 'confirmedAt'>;

export function ageOf({ user, confirmedAt }: Known, { now, confirmedNow }: Pick<SessionEvent, 'now' | 'confirmedNow'>): Age {
  const limitMs = knownForOf(user);
  if (confirmedNow !== undefined && confirmedNow !== null) return confirmedNow - confirmedAt > limitMs ? 'old' : 'fresh';
  return now - confirmedAt > limitMs ? 'doubtful' : 'fresh';
}

/** Whether it may be shown to the person it is of without the platform's word. A wall goes on with its age on it, whose clock may be marked as unconfirmed. */
export function mayShow(held: Known, event: Pick<SessionEvent, 'now' | 'confirmedNow'>): boolean {
  const age = ageOf(held, event);
  return age === 'fresh' || (age === 'doubtful' && isDisplay(held.user));
}

/** Takes somebody's rows off this device. */
export function wipeOf({ user, tenant }: Pick<RememberedSession, 'user' | 'tenant'>, unsent: Unsent): SessionEffect {
  return { type: 'wipe', tenantId: tenant.tenantId, userId: user.id, unsent: isDisplay(user) ? 'drop' : unsent };
}
