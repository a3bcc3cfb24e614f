import { formatDateTime } from '../formatTime.ts';
import type { ClockClaim } from './deviceClock.ts';

/** Stands wherever an age or a time of day would be told by a clock that the platform has not confirmed. */
export const clockNotConfirmed = 'clock not confirmed';

/** What is said of a clock that nobody has confirmed, and since when. The moment is the platform's own, with its year: that of the device may be any. */
export function clockSince({ heardAt }: Extract<ClockClaim, { confirmed: false }>, zone: string): string {
  return heardAt === null ? 'Clock never confirmed' : `Clock not confirmed since ${formatDateTime(heardAt, zone)}`;
}

/** What is said under a list that a period narrows while nobody has confirmed what time it is: where the period begins is this device's guess. */
export function unsurePeriodWords(what: string): string {
  return `Clock not confirmed: where this period begins is counted by this device’s clock, so ${what} of it may be missing here, or others stand among them.`;
}
