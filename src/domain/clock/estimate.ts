/**
 * The platform's clock as seen from this device (D-29). An answer is assumed to be stamped half a round trip before it arrived, so its
 * error is at most half that round trip: the sample with the shortest one is best. A sample is trusted for ten minutes, because clocks
 * drift and devices sleep.
 */
export interface ClockEstimate {
  /** Server clock minus device clock, milliseconds. */
  readonly offsetMs: number;
  /** Half the round trip it was measured with, milliseconds. */
  readonly errorMs: number;
  /** Device clock at the measurement, epoch milliseconds. */
  readonly measuredAt: number;
}

const trustedForMs = 600_000;

/** The better of the current estimate and a new sample; returns `before` itself if the sample adds nothing. */
export function improveClock(before: ClockEstimate | null, serverTime: number, receivedAt: number, rttMs: number): ClockEstimate {
  const errorMs = Math.max(0, rttMs) / 2;
  const sample: ClockEstimate = { offsetMs: Math.round(serverTime + errorMs - receivedAt), errorMs, measuredAt: receivedAt };
  if (before === null) return sample;
  const age = receivedAt - before.measuredAt;
  if (age < 0 || age > trustedForMs) return sample;
  // The intervals do not overlap: the device's clock was set or the machine slept, so the old estimate is worthless.
  if (Math.abs(sample.offsetMs - before.offsetMs) > sample.errorMs + before.errorMs + 50) return sample;
  return sample.errorMs <= before.errorMs ? sample : before;
}
