import type { User } from '../../contracts/session.ts';
import { displayAskMs, displayKnownForMs, knownForMs } from './limits.ts';
import type { SignedIn } from './types.ts';

/** True for a wall display's session (K-10): no person is behind it, so it is never warned, locked or refreshed. */
export function isDisplay({ display }: User): boolean {
  return display !== undefined;
}

/** How long stored rows may be shown without confirmation by the platform, milliseconds. A wall keeps showing them with their age. */
export function knownForOf(user: User): number {
  return isDisplay(user) ? displayKnownForMs : knownForMs;
}

/** True if two statements about the same person or display grant the same access. */
export function sameRights(a: User, b: User): boolean {
  return a.role === b.role && a.display?.reads.toSorted().join() === b.display?.reads.toSorted().join();
}

/** When a display next checks whether it is still paired. */
export function displayDue({ asking, confirmed, confirmedAt, askAgainAt }: SignedIn, now: number): number {
  if (asking !== 'none') return now + displayAskMs;
  if (askAgainAt !== null) return askAgainAt;
  return confirmed ? confirmedAt + displayAskMs : now;
}
