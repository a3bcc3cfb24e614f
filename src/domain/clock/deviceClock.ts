import type { HubStatus } from '../../contracts/rpc.ts';
import { type ClockEstimate, improveClock } from './estimate.ts';

/**
 * What time it is at the platform, told from a device's two clocks (D-29). The wall clock can be set by anybody, to anything; the monotonic one cannot, but on
 * some systems it stands still while the device sleeps (Linux and macOS; on Windows it goes on). So:
 *
 * - **Once the platform has told the time, it is counted on by the monotonic clock.** Whatever is done to the wall clock moves nothing.
 * - **Where the two clocks disagree** the wall clock was set, or the device slept: nothing on the device tells which. From then on the time is *not confirmed*
 *   (`doubt`) until an answer that was asked for after that. What ages are shown by goes forward with the wall clock meanwhile, because after a sleep that is right
 *   and nothing old may look new; it never goes back with it. What people are judged by (inactivity, waits after wrong tries) stays with the monotonic clock.
 * - **The answer tells what the gap was.** As much of it as the platform's own time has gone on did pass, in sleep; the rest was somebody setting a clock.
 * - **At a start** nothing is known but what was kept: how far the wall clock was off, and when the platform was last heard. It is gone by, and not confirmed; it is
 *   never earlier than that moment.
 *
 * Pure: readings and what the platform says come in, a new value comes out. All times are milliseconds; those at the platform are since the epoch.
 */
export interface DeviceClock {
  /** How the time was measured in the life of this hub; null before the platform has told it. Its device clock is the monotonic one. */
  readonly estimate: ClockEstimate | null;
  /** The platform's clock minus the monotonic one, as it is gone by. */
  readonly offsetMs: number;
  /** Wall clock minus monotonic clock, when they were last compared and agreed or the difference was noted, and the monotonic clock then. */
  readonly compared: { readonly wallMs: number; readonly atMs: number };
  /** When the platform was last heard, on its own clock; null if this device never heard it. */
  readonly heardAt: number | null;
  /** The clocks disagree since the monotonic clock stood at `sinceMs`: the wall clock is ahead of it by `aheadMs`, which may have passed in sleep. */
  readonly doubt: { readonly sinceMs: number; readonly aheadMs: number } | null;
}

/** Both clocks at one moment: epoch milliseconds, and milliseconds of any monotonic clock. */
export interface ClockReading {
  readonly wall: number;
  readonly mono: number;
}

/** What a device keeps of the time from one start to the next. */
export interface KeptClock {
  /** The platform's clock minus the wall clock. */
  readonly offsetMs: number;
  /** When the platform was last heard, on its own clock. */
  readonly heardAt: number;
}

/** Whether the time that is shown is the platform's, and since when nobody knows. */
export type ClockClaim = HubStatus['clock'];

/** Two clocks that are kept in step by different means drift apart; this much says nothing: 5 s, and 100 millionths of the time between. */
const agreeWithinMs = (betweenMs: number): number => 5_000 + Math.max(0, betweenMs) / 10_000;

/** Smaller moves than this are noise of the line, milliseconds. */
const noiseMs = 50;

/** The clock of a hub that has only begun. */
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

/** Compares the two clocks. `jumped` is true where they have come apart since the last comparison. */
export function compareClocks(clock: DeviceClock, { wall, mono }: ClockReading): { readonly clock: DeviceClock; readonly jumped: boolean } {
  const gapMs = wall - mono - clock.compared.wallMs;
  if (Math.abs(gapMs) <= agreeWithinMs(mono - clock.compared.atMs)) return { clock, jumped: false };
  // Set forward and back again leaves nothing to doubt by; set back below the mark is not counted as less than nothing.
  const aheadMs = Math.max(0, (clock.doubt?.aheadMs ?? 0) + gapMs);
  return { clock: { ...clock, compared: { wallMs: wall - mono, atMs: mono }, doubt: { sinceMs: mono, aheadMs } }, jumped: true };
}

/** What an answer changed. `movedMs`: how far the time that is gone by moved; `passedMs`: the part of it that did pass, unnoticed by the monotonic clock. */
export interface ClockHeard {
  readonly clock: DeviceClock;
  readonly movedMs: number;
  readonly passedMs: number;
  /** A doubt was settled by it. */
  readonly settled: boolean;
}

/** An answer told the platform's time; `reading` is of the moment it arrived. The clocks have been compared (`compareClocks`) just before. */
export function hearServer(clock: DeviceClock, serverTime: number, { wall, mono }: ClockReading, rttMs: number): ClockHeard {
  const { doubt, estimate: before } = clock;
  // On its way while the clocks came apart: it may have been stamped before a sleep, and would say that none was.
  if (doubt !== null && mono - rttMs < doubt.sinceMs) return { clock, movedMs: 0, passedMs: 0, settled: false };
  const estimate = improveClock(doubt === null ? before : null, serverTime, mono, rttMs);
  const measuredMs = estimate.offsetMs - clock.offsetMs;
  const movedMs = Math.abs(measuredMs) < noiseMs ? 0 : measuredMs;
  // Before the platform was heard in the life of this hub there is nothing to measure a sleep by: what moves is a guess that was wrong.
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

/** The platform's time for whoever is judged by it: nobody gains or loses by what the wall clock is set to. */
export function steadyNow(clock: DeviceClock, mono: number): number {
  return mono + clock.offsetMs;
}

/** The platform's time for ages and clocks that are shown: in doubt the later of the two, so that nothing old looks new. */
export function shownNow(clock: DeviceClock, mono: number): number {
  return steadyNow(clock, mono) + (clock.doubt?.aheadMs ?? 0);
}

/** The platform's time where the platform has confirmed it; null where nobody knows. */
export function confirmedNow(clock: DeviceClock, mono: number): number | null {
  return clockClaim(clock).confirmed ? steadyNow(clock, mono) : null;
}

/** Whether what is shown is the platform's time: the one place that decides it. */
export function clockClaim({ estimate, doubt, heardAt }: DeviceClock): ClockClaim {
  if (doubt !== null) return { confirmed: false, heardAt, why: 'jump' };
  return estimate === null ? { confirmed: false, heardAt, why: 'start' } : { confirmed: true };
}
