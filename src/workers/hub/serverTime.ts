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

/** The platform's clock as the hub goes by it (D-29, domain/clock/deviceClock.ts): reads the device's two clocks and tells what came of it. Decides nothing. */
export interface ServerTime {
  /** For ages, stamps and what is shown. Epoch milliseconds, as all of these. */
  readonly now: () => number;
  /** For whoever is judged by time: no setting of the wall clock moves it. */
  readonly steady: () => number;
  /** Null while the platform has not confirmed it. */
  readonly confirmed: () => number | null;
  /** Whether the platform has told the time in the life of this hub, whatever happened to the wall clock since. */
  readonly heardHere: () => boolean;
  readonly claim: () => ClockClaim;
  /** What the device kept; before anything is heard. */
  readonly recall: (kept: KeptClock | null) => void;
  /** An answer told the platform's time; `receivedAt` on the wall clock. */
  readonly heard: (serverTime: number, receivedAt: number, rttMs: number) => void;
  /** Compares the clocks now, so that a jump is noticed though nobody asks what time it is. */
  readonly look: () => void;
}

export interface ServerTimePorts {
  /** Wall clock, epoch milliseconds. */
  readonly now: () => number;
  /** Monotonic clock, milliseconds. */
  readonly monotonic: () => number;
}

export interface ServerTimeEvents {
  /** Pages are to add another offset to their wall clock, or what they show is confirmed, or no more. */
  readonly shown: (offsetMs: number, claim: ClockClaim) => void;
  /** The clocks came apart. */
  readonly doubted: () => void;
  /** What was gone by moved: by a measurement that is better, or by a doubt that was settled, of which so much did pass;
   * by nothing where it was only confirmed. `shownByMs`: how far what is shown moved at once. */
  readonly moved: (byMs: number, passedMs: number, settled: boolean, shownByMs: number) => void;
  /** To be kept for the next start. */
  readonly keep: (kept: KeptClock) => void;
}

/** Pages are not told of less than this, milliseconds. */
const sameMs = 50;
/** What is kept is renewed this often while the platform is heard, milliseconds; at once where the wall clock turns out to be off by another second. */
const keepEveryMs = 60_000;

export function createServerTime(ports: ServerTimePorts, events: ServerTimeEvents): ServerTime {
  const read = () => ({ wall: ports.now(), mono: ports.monotonic() });
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
      return shownNow(clock, ports.monotonic());
    },
    steady: () => {
      look();
      return steadyNow(clock, ports.monotonic());
    },
    confirmed: () => {
      look();
      return confirmedNow(clock, ports.monotonic());
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
      // The body came after the headers, which were stamped: so long ago, unless the wall clock was set in between.
      const agoMs = Math.min(Math.max(0, wall - receivedAt), 60_000);
      const wasKnown = clockClaim(clock).confirmed;
      const shown = shownNow(clock, mono);
      const heard = hearServer(clock, serverTime, { wall: wall - agoMs, mono: mono - agoMs }, rttMs);
      clock = heard.clock;
      tell();
      keep();
      // Also where nothing moved: what could not be judged by a clock that nobody had confirmed is judged now.
      const isNew = !wasKnown && clockClaim(clock).confirmed;
      if (heard.settled || heard.movedMs !== 0 || isNew)
        events.moved(heard.movedMs, heard.passedMs, heard.settled, shownNow(clock, mono) - shown);
    },
    look,
  };
}
