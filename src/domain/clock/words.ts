import { formatDateTime } from '../formatTime.ts';
import type { ClockClaim } from './deviceClock.ts';

/** Stands wherever an age or a time of day would be told by a clock that the platform has not confirmed. */
export const clockNotConfirmed = 'clock not confirmed';

/** What is said of a clock that nobody has confirmed, and since when. The moment is the platform's own, with its year: that of the device may be any. */
export function clockSince({ heardAt }: Extract<ClockClaim, { confirmed: false }>, zone: string): string {
  return heardAt === null ? 'Clock never confirmed' : `Clock not confirmed since ${formatDateTime(heardAt, zone)}`;
}
