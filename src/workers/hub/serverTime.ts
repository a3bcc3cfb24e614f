import { type ClockEstimate, improveClock } from '../../domain/api/serverClock.ts';

/** The platform's clock as the hub goes by it: device clock plus the measured offset (D-29). */
export interface ServerTime {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly offsetMs: () => number;
  /** An answer told the platform's time. `moved` hears by how much the estimate changed, when it matters. */
  readonly heard: (serverTime: number, receivedAt: number, rttMs: number) => void;
}

/** Smaller moves than this are noise of the line, milliseconds. */
const noiseMs = 50;

export function createServerTime(deviceNow: () => number, moved: (offsetMs: number, byMs: number) => void): ServerTime {
  let estimate: ClockEstimate | null = null;
  let offsetMs = 0;
  return {
    now: () => deviceNow() + offsetMs,
    offsetMs: () => offsetMs,
    heard: (serverTime, receivedAt, rttMs) => {
      estimate = improveClock(estimate, serverTime, receivedAt, rttMs);
      const byMs = estimate.offsetMs - offsetMs;
      if (Math.abs(byMs) < noiseMs) return;
      offsetMs = estimate.offsetMs;
      moved(offsetMs, byMs);
    },
  };
}
