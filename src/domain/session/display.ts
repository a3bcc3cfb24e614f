import type { User } from '../../contracts/session.ts';
import { displayAskMs, displayKnownForMs, knownForMs } from './limits.ts';
import type { SignedIn } from './types.ts';

/** What is different while a wall display holds the session (K-10): it is nobody, so it is neither warned nor locked nor refreshed. */
export function isDisplay({ display }: User): boolean {
  return display !== undefined;
}

/** How long whoever this is may be shown what is held without the platform's word. A wall goes on with its age on it. */
export function knownForOf(user: User): number {
  return isDisplay(user) ? displayKnownForMs : knownForMs;
}

/** Whether the same person or display, as the platform names them now, may have the same as before. */
export function sameRights(a: User, b: User): boolean {
  return a.role === b.role && a.display?.reads.toSorted().join() === b.display?.reads.toSorted().join();
}

/** When a display next asks whether it still is one. */
export function displayDue({ asking, confirmed, confirmedAt, askAgainAt }: SignedIn, now: number): number {
  if (asking !== 'none') return now + displayAskMs;
  if (askAgainAt !== null) return askAgainAt;
  return confirmed ? confirmedAt + displayAskMs : now;
}
