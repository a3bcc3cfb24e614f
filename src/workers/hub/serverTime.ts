import {
  type ClockClaim,
  clockClaim,
  compareClocks,
  confirmedNow,
  hearServer,
  type KeptClock,
  shownNow,
  startClock,
  steadyNow,
} from '../../domain/clock/deviceClock.ts';

/**
 * The platform's clock as the hub uses it (D-29, domain/clock/deviceClock.ts): reads the device's two clocks and reports changes. Makes
 * no decisions.
 */
export interface ServerTime {
  /** For ages, time stamps and display. Epoch milliseconds, like all of these. */
  readonly now: () => number;
  /** For decisions that depend on time, such as time-outs: setting the wall clock does not move it. */
  readonly steady: () => number;
  /** Null while the platform has not confirmed it. */
  readonly confirmed: () => number | null;
  /** Whether the platform has told the time since this hub started, whatever happened to the wall clock since. */
  readonly heardHere: () => boolean;
  readonly claim: () => ClockClaim;
  /** Continues from the stored clock; call before the first answer is heard. */
  readonly recall: (kept: KeptClock | null) => void;
  /** An answer carried the platform's time; `receivedAt` is on the wall clock. */
  readonly heard: (serverTime: number, receivedAt: number, rttMs: number) => void;
  /** Compares the clocks now, to notice a jump even if nothing asks for the time. */
  readonly look: () => void;
}

/** The device's two clocks. */
export interface ServerTimeDeps {
  /** Wall clock, epoch milliseconds. */
  readonly now: () => number;
  /** Monotonic clock, milliseconds. */
  readonly monotonic: () => number;
}

/** What changes of the clock mean for the hub. */
export interface ServerTimeEvents {
  /** Pages must use another offset, or the time shown became confirmed or unconfirmed. */
  readonly shown: (offsetMs: number, claim: ClockClaim) => void;
  /** The two clocks no longer agree. */
  readonly doubted: () => void;
  /**
   * The clock moved: by a better measurement, or because a doubt was settled (`passedMs`: time that really passed); `byMs` is 0 if it was
   * only confirmed. `shownByMs`: how far the displayed time moved at once.
   */
  readonly moved: (byMs: number, passedMs: number, settled: boolean, shownByMs: number) => void;
  /** To be stored for the next start. */
  readonly keep: (kept: KeptClock) => void;
}

/** Pages are not told of smaller changes, milliseconds. */
const sameMs = 50;
/** How often the stored clock is renewed while the platform answers, milliseconds; at once if the wall clock is off by another second. */
const keepEveryMs = 60_000;

/** Starts from the device's wall clock, unconfirmed. */
export function createServerTime(hubDeps: ServerTimeDeps, events: ServerTimeEvents): ServerTime {
  const read = () => ({ wall: hubDeps.now(), mono: hubDeps.monotonic() });
  let clock = startClock(null, read());
  let told = { offsetMs: 0, claim: JSON.stringify(clockClaim(clock)) };
  let kept: KeptClock | null = null;

  const tell = (): void => {
    const { wall, mono } = read();
    const offsetMs = Math.round(shownNow(clock, mono) - wall);
    const claim = JSON.stringify(clockClaim(clock));
    if (claim === told.claim && Math.abs(offsetMs - told.offsetMs) < sameMs) return;
    told = { offsetMs, claim };
    events.shown(offsetMs, clockClaim(clock));
  };
  const look = (): void => {
    const compared = compareClocks(clock, read());
    if (!compared.jumped) return;
    clock = compared.clock;
    tell();
    events.doubted();
  };
  const keep = (): void => {
    const { wall, mono } = read();
    const next = { offsetMs: Math.round(steadyNow(clock, mono) - wall), heardAt: Math.round(steadyNow(clock, mono)) };
    if (kept !== null && next.heardAt - kept.heardAt < keepEveryMs && Math.abs(next.offsetMs - kept.offsetMs) < 1_000) return;
    kept = next;
    events.keep(next);
  };

  return {
    now: () => {
      look();
      return shownNow(clock, hubDeps.monotonic());
    },
    steady: () => {
      look();
      return steadyNow(clock, hubDeps.monotonic());
    },
    confirmed: () => {
      look();
      return confirmedNow(clock, hubDeps.monotonic());
    },
    heardHere: () => clock.estimate !== null,
    claim: () => clockClaim(clock),
    recall: (recalled) => {
      if (recalled === null || clock.estimate !== null) return;
      kept = recalled;
      clock = startClock(recalled, read());
      tell();
    },
    heard: (serverTime, receivedAt, rttMs) => {
      look();
      const { wall, mono } = read();
      // The body came after the headers, which were stamped: subtract that time, unless the wall clock was set in between.
      const agoMs = Math.min(Math.max(0, wall - receivedAt), 60_000);
      const wasKnown = clockClaim(clock).confirmed;
      const shown = shownNow(clock, mono);
      const heard = hearServer(clock, serverTime, { wall: wall - agoMs, mono: mono - agoMs }, rttMs);
      clock = heard.clock;
      tell();
      keep();
      // Also if nothing moved: what needed a confirmed clock can be judged now.
      const isNew = !wasKnown && clockClaim(clock).confirmed;
      if (heard.settled || heard.movedMs !== 0 || isNew)
        events.moved(heard.movedMs, heard.passedMs, heard.settled, shownNow(clock, mono) - shown);
    },
    look,
  };
}
