import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClock, type MachineTime, noticeableMs, notBefore } from './clock.ts';

const start = Date.UTC(2026, 10, 27, 9);
const minute = 60_000;

/** An instance and its database with all clocks under the test's control. `shared`: the database uses the machine's clock. */
function world({ aheadMs = 0, shared = false } = {}) {
  let trueMs = start;
  let wallAheadMs = aheadMs;
  let databaseAheadMs = 0;
  let slept = 0;
  let trip: readonly [number, number] = [1, 1];
  const pass = (ms: number): void => void (trueMs += ms);
  const machine: MachineTime = { wall: () => trueMs + wallAheadMs, steady: () => trueMs - start - slept };
  const database = (): number => trueMs + databaseAheadMs;
  const ask = async (): Promise<number> => {
    pass(trip[0]);
    const told = database();
    pass(trip[1]);
    return told;
  };
  return {
    clock: createClock(shared ? null : ask, machine),
    database,
    pass,
    sleep: (ms: number) => {
      slept += ms;
      pass(ms);
    },
    setWall: (byMs: number) => void (wallAheadMs += byMs),
    setDatabase: (byMs: number) => void (databaseAheadMs += byMs),
    takes: (upMs: number, downMs: number) => void (trip = [upMs, downMs]),
  };
}

describe('the clock of an instance', { tags: ['S-6'] }, () => {
  it('is the database’s, whatever the machine’s says, and goes on between looks without asking', async () => {
    for (const aheadMs of [0, 10 * minute, -10 * minute, 180 * minute]) {
      const one = world({ aheadMs });
      expect(await one.clock.look()).toBeNull();
      expect(one.clock.now().getTime()).toBe(one.database());
      expect(one.clock.aheadMs()).toBe(aheadMs);
      one.setWall(-3 * aheadMs + 40 * minute);
      one.pass(5 * minute);
      expect(one.clock.now().getTime()).toBe(one.database());
      expect(one.clock.business().getTime()).toBe(one.database());
      expect(one.clock.aheadMs()).toBe(-2 * aheadMs + 40 * minute);
    }
  });

  it('follows a database whose clock was set at the next look, and says by how much, once', async () => {
    for (const byMs of [10 * minute, -10 * minute, 3 * noticeableMs, -3 * noticeableMs]) {
      const one = world();
      await one.clock.look();
      one.clock.now();
      one.setDatabase(byMs);
      expect(await one.clock.look()).toBe(byMs);
      expect(one.clock.now().getTime()).toBe(one.database());
      expect(await one.clock.look()).toBeNull();
    }
  });

  it('follows after the machine has slept, while its steady clock stood still', async () => {
    const one = world();
    await one.clock.look();
    one.sleep(60 * minute);
    expect(one.clock.now().getTime()).toBe(one.database() - 60 * minute);
    expect(await one.clock.look()).toBe(60 * minute);
    expect(one.clock.now().getTime()).toBe(one.database());
  });

  it('believes no answer that took longer than it could be worth, but the first', async () => {
    const one = world({ aheadMs: 10 * minute });
    one.takes(5000, 1);
    await one.clock.look();
    expect(Math.abs(one.clock.now().getTime() - one.database())).toBeLessThan(2501);
    one.takes(1, 1);
    await one.clock.look();
    expect(one.clock.now().getTime()).toBe(one.database());
    one.takes(60_000, 1);
    expect(await one.clock.look()).toBeNull();
    expect(one.clock.now().getTime()).toBe(one.database());
  });

  it('waits where a better answer moves it back a little, and never goes back for that', async () => {
    const one = world();
    one.takes(0, 1500);
    await one.clock.look();
    const before = one.clock.now().getTime();
    expect(before).toBe(one.database() + -750);
    one.setDatabase(-1900);
    one.takes(0, 0);
    await one.clock.look();
    expect(one.database()).toBeLessThan(before);
    expect(one.clock.now().getTime()).toBe(before);
    one.pass(before - one.database() + 1);
    expect(one.clock.now().getTime()).toBe(before + 1);
  });

  it('rejects with what the database says, and goes on by what it knows', async () => {
    let answers = true;
    const one = world();
    const clock = createClock(() => (answers ? Promise.resolve(one.database()) : Promise.reject(new Error('gone'))), {
      wall: () => 0,
      steady: () => one.database() - start,
    });
    await clock.look();
    answers = false;
    await expect(clock.look()).rejects.toThrow('gone');
    one.pass(7000);
    expect(clock.now().getTime()).toBe(one.database());
  });

  it('is the machine’s on the embedded database, and says when that one was set', async () => {
    const one = world({ shared: true, aheadMs: 10 * minute });
    expect([await one.clock.look(), one.clock.now().getTime(), one.clock.aheadMs()]).toEqual([null, start + 10 * minute, 0]);
    one.pass(2000);
    expect(await one.clock.look()).toBeNull();
    one.setWall(-30 * minute);
    expect(await one.clock.look()).toBe(-30 * minute);
    expect([await one.clock.look(), one.clock.now().getTime()]).toEqual([null, start + 2000 - 20 * minute]);
  });

  it('stops its business side and nothing else when it is told to', async () => {
    const one = world();
    await one.clock.look();
    one.clock.freezeBusinessAt(new Date(5));
    one.pass(1000);
    expect([one.clock.business().getTime(), one.clock.now().getTime()]).toEqual([5, one.database()]);
  });

  /** Random events for an instance, its machine and its database. */
  const happening = fc.oneof(
    fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 20 * minute }) }),
    fc.record({ kind: fc.constant('setWall' as const), ms: fc.integer({ min: -86_400_000, max: 86_400_000 }) }),
    fc.record({ kind: fc.constant('setDatabase' as const), ms: fc.integer({ min: -3_600_000, max: 3_600_000 }) }),
    fc.record({ kind: fc.constant('sleep' as const), ms: fc.integer({ min: 0, max: 3_600_000 }) }),
    fc.record({ kind: fc.constant('trip' as const), up: fc.integer({ min: 0, max: 1000 }), down: fc.integer({ min: 0, max: 1000 }) }),
    fc.record({ kind: fc.constant('look' as const) }),
  );

  it('property: whatever clocks are set, it is within half a round trip of the database’s after a look; the machine’s moves nothing, and a list written by it never goes back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -86_400_000, max: 86_400_000 }),
        fc.array(happening, { maxLength: 40 }),
        async (aheadMs, story) => {
          const one = world({ aheadMs });
          await one.clock.look();
          const list: string[] = [];
          let toldMs = one.clock.now().getTime();
          for (const each of story) {
            const before = one.clock.now().getTime();
            if (each.kind === 'pass') one.pass(each.ms);
            else if (each.kind === 'trip') one.takes(each.up, each.down);
            else if (each.kind === 'sleep') one.sleep(each.ms);
            else if (each.kind === 'setDatabase') one.setDatabase(each.ms);
            else if (each.kind === 'setWall') {
              one.setWall(each.ms);
              expect(one.clock.now().getTime()).toBe(before);
            } else {
              const parted = await one.clock.look();
              const now = one.clock.now().getTime();
              // Maximum difference between two estimates of one clock over such round trips; while it waits, it may be several of those
              // ahead.
              const tolerated = 1000 + 1000 + 50;
              expect(now - one.database()).toBeGreaterThanOrEqual(-tolerated);
              if (now !== toldMs) expect(now - one.database()).toBeLessThanOrEqual(tolerated);
              // Time goes back only if reported: the database's clock was set back by more than the clock waits for.
              if (now < toldMs) expect(parted ?? 0).toBeLessThan(-noticeableMs);
            }
            expect(each.kind === 'look' || one.clock.now().getTime() >= toldMs).toBe(true);
            toldMs = one.clock.now().getTime();
            list.push(notBefore(one.clock.now(), list.at(-1)).toISOString());
          }
          expect(list).toEqual(list.toSorted());
        },
      ),
      { numRuns: 500 },
    );
  });
});
