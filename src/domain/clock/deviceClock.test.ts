import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockClaim, compareClocks, confirmedNow, type DeviceClock, hearServer, shownNow, startClock, steadyNow } from './deviceClock.ts';

const hourMs = 3_600_000;
const trueStart = Date.UTC(2026, 10, 21, 8);

/** A simulated device: its wall clock may be wrong and be set, its monotonic clock stands still in sleep. */
function device(aheadMs = 0, monoInSleep = false) {
  let trueMs = trueStart;
  let wallAheadMs = aheadMs;
  let mono = 1_000;
  const reading = () => ({ wall: trueMs + wallAheadMs, mono });
  let clock: DeviceClock = startClock(null, reading());
  const look = () => {
    const compared = compareClocks(clock, reading());
    clock = compared.clock;
    return compared.jumped;
  };
  return {
    look,
    trueNow: () => trueMs,
    reading,
    clock: () => clock,
    restart: (kept: Parameters<typeof startClock>[0]) => (clock = startClock(kept, reading())),
    pass: (ms: number) => {
      trueMs += ms;
      mono += ms;
    },
    sleep: (ms: number) => {
      trueMs += ms;
      if (monoInSleep) mono += ms;
    },
    set: (byMs: number) => void (wallAheadMs += byMs),
    hear: (rttMs = 20, stampedAgoMs = rttMs / 2) => {
      look();
      const heard = hearServer(clock, trueMs - stampedAgoMs, reading(), rttMs);
      clock = heard.clock;
      return heard;
    },
    kept: () => ({ offsetMs: steadyNow(clock, mono) - reading().wall, heardAt: clock.heardAt ?? 0 }),
    steady: () => steadyNow(clock, mono),
    shown: () => shownNow(clock, mono),
    confirmed: () => confirmedNow(clock, mono),
  };
}

describe('the device clock', () => {
  it('once the platform was heard, no setting of the wall clock moves what people are judged by', { tags: ['M-5', 'F-20'] }, () => {
    for (const byMs of [40 * 60_000, hourMs, -hourMs, 20 * 365 * 24 * hourMs, -20 * 365 * 24 * hourMs]) {
      const one = device(3 * hourMs);
      one.hear();
      one.set(byMs);
      expect(one.look()).toBe(true);
      expect(one.steady()).toBe(one.trueNow());
      expect(clockClaim(one.clock())).toEqual({ confirmed: false, heardAt: trueStart, why: 'jump' });
      expect(one.confirmed()).toBeNull();
      // The displayed time never goes back, and never looks newer than the wall clock says.
      expect(one.shown()).toBe(one.trueNow() + Math.max(0, byMs));
      one.pass(30_000);
      expect(one.hear()).toMatchObject({ passedMs: 0, settled: true });
      expect(one.shown()).toBe(one.trueNow());
      expect(one.confirmed()).toBe(one.trueNow());
    }
  });

  it('a sleep shows its age before anybody is asked, and counts once the platform has told how long it was', {
    tags: ['M-5', 'F-21'],
  }, () => {
    for (const sleptMs of [60_000, 8 * hourMs]) {
      const one = device(-2 * hourMs);
      one.hear();
      one.sleep(sleptMs);
      one.look();
      expect(one.shown()).toBe(one.trueNow());
      expect(one.steady()).toBe(one.trueNow() - sleptMs);
      one.pass(1_000);
      expect(one.hear()).toMatchObject({ movedMs: sleptMs, passedMs: sleptMs, settled: true });
      expect(one.steady()).toBe(one.trueNow());
    }
  });

  it('where the monotonic clock goes on in sleep there is nothing to doubt', { tags: ['M-5'] }, () => {
    const one = device(0, true);
    one.hear();
    one.sleep(8 * hourMs);
    expect(one.look()).toBe(false);
    expect(one.confirmed()).toBe(one.trueNow());
  });

  it('an answer that was on its way during the sleep settles nothing, however short its way seems', { tags: ['M-5'] }, () => {
    const one = device();
    one.hear();
    one.pass(5_000);
    one.sleep(8 * hourMs);
    one.pass(10);
    // Requested and stamped 50 ms before the lid was closed; by the monotonic clock it took 60 ms.
    expect(one.hear(60, 8 * hourMs + 30)).toMatchObject({ settled: false, movedMs: 0 });
    expect(one.confirmed()).toBeNull();
    one.pass(1_000);
    expect(one.hear(20)).toMatchObject({ settled: true, passedMs: 8 * hourMs });
  });

  it('a start without the platform goes by what was kept, marked, and never before the platform was last heard', {
    tags: ['M-5', 'F-36'],
  }, () => {
    const one = device(3 * hourMs);
    one.hear();
    const kept = one.kept();
    one.pass(10 * hourMs);
    one.restart(kept);
    expect(one.shown()).toBe(one.trueNow());
    expect(clockClaim(one.clock())).toEqual({ confirmed: false, heardAt: trueStart, why: 'start' });
    expect(one.confirmed()).toBeNull();
    // The clock lost its battery meanwhile: the time is still not earlier than what was known.
    one.set(-26 * 365 * 24 * hourMs);
    one.restart(kept);
    expect(one.shown()).toBe(trueStart);
    expect(one.hear()).toMatchObject({ passedMs: 0, settled: false });
    expect(one.confirmed()).toBe(one.trueNow());
    const first = device(3 * hourMs);
    expect(clockClaim(first.clock())).toEqual({ confirmed: false, heardAt: null, why: 'start' });
  });

  it('clocks that drift apart as quartz does are not taken for a jump', { tags: ['M-5'] }, () => {
    const one = device();
    one.hear();
    for (let hour = 0; hour < 24 * 14; hour += 1) {
      one.pass(hourMs);
      one.set(180); // 50 millionths
      expect(one.look()).toBe(false);
    }
  });

  it('whatever is done to the wall clock, and however the device sleeps: those who are judged by time are judged by what passed, and an answer puts all right', {
    tags: ['M-5', 'F-20'],
  }, () => {
    const happens = fc.oneof(
      fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 2 * hourMs }) }),
      fc.record({ kind: fc.constant('sleep' as const), ms: fc.integer({ min: 1, max: 12 * hourMs }) }),
      fc.record({ kind: fc.constant('set' as const), ms: fc.integer({ min: -20 * 365 * 24 * hourMs, max: 20 * 365 * 24 * hourMs }) }),
      fc.record({ kind: fc.constant('hear' as const), ms: fc.integer({ min: 0, max: 4_000 }) }),
    );
    fc.assert(
      fc.property(fc.integer({ min: -80 * hourMs, max: 80 * hourMs }), fc.array(happens, { maxLength: 40 }), (ahead, story) => {
        const one = device(ahead);
        one.hear(0);
        // Network noise is not corrected.
        let errorMs = 50;
        let sleptMs = 0;
        for (const { kind, ms } of story) {
          const before = one.steady();
          if (kind === 'pass') one.pass(ms);
          else if (kind === 'sleep') {
            one.sleep(ms);
            sleptMs += ms;
          } else if (kind === 'set') one.set(ms);
          else {
            one.pass(ms);
            one.look();
            one.pass(ms);
            if (one.hear(ms).settled) sleptMs = 0;
            errorMs = Math.max(errorMs, ms);
          }
          one.look();
          expect(one.steady()).toBeGreaterThanOrEqual(before - errorMs);
          // Never ahead of the true time, and never further behind than the sleeps not yet reported.
          expect(one.steady()).toBeLessThanOrEqual(one.trueNow() + errorMs);
          expect(one.steady()).toBeGreaterThanOrEqual(one.trueNow() - sleptMs - errorMs);
          expect(one.shown()).toBeGreaterThanOrEqual(one.steady());
        }
        one.pass(10_000);
        one.hear(0);
        one.look();
        one.pass(10_000);
        one.hear(0);
        expect(Math.abs((one.confirmed() ?? 0) - one.trueNow())).toBeLessThanOrEqual(50);
      }),
      { numRuns: 500 },
    );
  });
});
