import { formatDateTime } from '../formatTime.ts';
import type { ClockClaim } from './deviceClock.ts';

/** Shown in place of an age or time of day while the platform has not confirmed the clock. */
export const clockNotConfirmed = 'clock not confirmed';

/**
 * Text for an unconfirmed clock, and since when. The moment is the platform's own, with its year, since the device's clock may be
 * anything.
 */
export function clockSince({ heardAt }: Extract<ClockClaim, { confirmed: false }>, zone: string): string {
  return heardAt === null ? 'Clock never confirmed' : `Clock not confirmed since ${formatDateTime(heardAt, zone)}`;
}

/** Text under a list narrowed to a period while the clock is unconfirmed: the start of the period is this device's guess. */
export function unsurePeriodLabels(what: string): string {
  return `Clock not confirmed: the start of this period is measured by this device’s clock, so ${what} may be missing here or listed wrongly.`;
}
