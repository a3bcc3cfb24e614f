import type { HubStatus } from '../../contracts/rpc.ts';
import { type ClockEstimate, improveClock } from './estimate.ts';

/**
 * The platform's time, derived from a device's two clocks (D-29). The wall clock can be set to anything; the monotonic clock cannot, but
 * on some systems it stands still during sleep (Linux and macOS; on Windows it continues).
 *
 * - **Once the platform has told the time, the monotonic clock advances it.** Changes of the wall clock have no effect.
 * - **If the two clocks diverge** the wall clock was set or the device slept; the device cannot tell which. The time is then *not
 * confirmed* (`doubt`) until an answer requested after that. Displayed ages follow the wall clock forward, since that is right after a
 * sleep and old data must not look new; they never follow it back. What people are judged by (inactivity, waits after wrong tries) stays
 * with the monotonic clock.
 * - **The answer explains the gap.** The part by which the platform's time advanced was sleep; the rest was a clock being set.
 * - **At a start** only stored values are known: the wall clock's offset, and when the platform was last heard. They are used
 * unconfirmed, and the time is never earlier than that moment.
 *
 * Pure: clock readings and server times in, a new value out. Times are milliseconds, those of the platform since the epoch.
 */
export interface DeviceClock {
  /** Measured offset in the life of this hub, with the monotonic clock as device clock; null before the platform has told the time. */
  readonly estimate: ClockEstimate | null;
  /** The platform's clock minus the monotonic one, as in use. */
  readonly offsetMs: number;
  /** Wall clock minus monotonic clock at the last accepted comparison, and the monotonic clock then. */
  readonly compared: { readonly wallMs: number; readonly atMs: number };
  /** When the platform was last heard, on its own clock; null if never on this device. */
  readonly heardAt: number | null;
  /**
   * The clocks have disagreed since the monotonic clock read `sinceMs`: the wall clock is ahead by `aheadMs`, which may have passed in
   * sleep.
   */
  readonly doubt: { readonly sinceMs: number; readonly aheadMs: number } | null;
}

/** Both clocks at one moment: epoch milliseconds, and milliseconds of a monotonic clock. */
export interface ClockReading {
  readonly wall: number;
  readonly mono: number;
}

/** What a device stores about the time between starts. */
export interface KeptClock {
  /** The platform's clock minus the wall clock. */
  readonly offsetMs: number;
  /** When the platform was last heard, on its own clock. */
  readonly heardAt: number;
}

/** Whether the displayed time is the platform's, and since when it is unconfirmed. */
export type ClockClaim = HubStatus['clock'];

/** Normal drift between the two clocks: 5 s plus 100 ppm of the time between. */
const agreeWithinMs = (betweenMs: number): number => 5_000 + Math.max(0, betweenMs) / 10_000;

/** Smaller offset changes are network noise, milliseconds. */
const noiseMs = 50;

/** The clock of a hub that has just started. */
export function startClock(kept: KeptClock | null, { wall, mono }: ClockReading): DeviceClock {
  const guess = kept === null ? wall : Math.max(kept.heardAt, wall + kept.offsetMs);
  return {
    estimate: null,
    offsetMs: guess - mono,
    compared: { wallMs: wall - mono, atMs: mono },
    heardAt: kept?.heardAt ?? null,
    doubt: null,
  };
}

/** Compares the two clocks. `jumped`: they have diverged since the last comparison. */
export function compareClocks(clock: DeviceClock, { wall, mono }: ClockReading): { readonly clock: DeviceClock; readonly jumped: boolean } {
  const gapMs = wall - mono - clock.compared.wallMs;
  if (Math.abs(gapMs) <= agreeWithinMs(mono - clock.compared.atMs)) return { clock, jumped: false };
  // A clock set forward and back cancels out; one set back below its starting point does not count as negative.
  const aheadMs = Math.max(0, (clock.doubt?.aheadMs ?? 0) + gapMs);
  return { clock: { ...clock, compared: { wallMs: wall - mono, atMs: mono }, doubt: { sinceMs: mono, aheadMs } }, jumped: true };
}

/** Effect of an answer. `movedMs`: change of the time in use; `passedMs`: the part that really passed, unnoticed by the monotonic clock. */
export interface ClockHeard {
  readonly clock: DeviceClock;
  readonly movedMs: number;
  readonly passedMs: number;
  /** The answer settled a doubt. */
  readonly settled: boolean;
}

/** Applies the platform's time from an answer that arrived at `reading`. Call `compareClocks` just before. */
export function hearServer(clock: DeviceClock, serverTime: number, { wall, mono }: ClockReading, rttMs: number): ClockHeard {
  const { doubt, estimate: before } = clock;
  // The answer was in flight when the clocks diverged: it may predate a sleep and would then deny it.
  if (doubt !== null && mono - rttMs < doubt.sinceMs) return { clock, movedMs: 0, passedMs: 0, settled: false };
  const estimate = improveClock(doubt === null ? before : null, serverTime, mono, rttMs);
  const measuredMs = estimate.offsetMs - clock.offsetMs;
  const movedMs = Math.abs(measuredMs) < noiseMs ? 0 : measuredMs;
  // Before the hub's first answer no sleep can be measured: a change only corrects a wrong guess.
  const passedMs = doubt === null || before === null ? 0 : Math.min(Math.max(0, movedMs), doubt.aheadMs);
  const next: DeviceClock = {
    estimate,
    offsetMs: clock.offsetMs + movedMs,
    compared: { wallMs: wall - mono, atMs: mono },
    heardAt: mono + clock.offsetMs + movedMs,
    doubt: null,
  };
  return { clock: next, movedMs, passedMs, settled: doubt !== null };
}

/** The platform's time for judging people: changing the wall clock has no effect. */
export function steadyNow(clock: DeviceClock, mono: number): number {
  return mono + clock.offsetMs;
}

/** The platform's time for displayed ages and clocks: in doubt the later of the two, so that old data does not look new. */
export function shownNow(clock: DeviceClock, mono: number): number {
  return steadyNow(clock, mono) + (clock.doubt?.aheadMs ?? 0);
}

/** The platform's time if the platform has confirmed it, else null. */
export function confirmedNow(clock: DeviceClock, mono: number): number | null {
  return clockClaim(clock).confirmed ? steadyNow(clock, mono) : null;
}

/** Whether the displayed time is the platform's; the only function that decides it. */
export function clockClaim({ estimate, doubt, heardAt }: DeviceClock): ClockClaim {
  if (doubt !== null) return { confirmed: false, heardAt, why: 'jump' };
  return estimate === null ? { confirmed: false, heardAt, why: 'start' } : { confirmed: true };
}
