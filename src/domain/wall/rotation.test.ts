import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type WallDashboardId, wallDashboardIds } from '../../contracts/display.ts';
import { beginRotation, burnInShift, haltAloneMs, isAlone, nextInMs, type RotationEvent, shownOf, stepRotation } from './rotation.ts';

const three: readonly WallDashboardId[] = ['operations', 'health', 'schools'];
const playlists = fc.uniqueArray(fc.constantFrom(...wallDashboardIds), { minLength: 1 });
const dwell = fc.integer({ min: 5_000, max: 600_000 });

describe('rotation', () => {
  it('shows each dashboard for its time, in order, and begins anew', { tags: ['K-10'] }, () => {
    let state = beginRotation(three, 20_000, 0);
    const seen: string[] = [];
    for (let now = 0; now < 80_000; now += 1000) {
      state = stepRotation(state, { type: 'tick', now });
      if (seen.at(-1) !== shownOf(state)) seen.push(shownOf(state));
    }
    expect(seen).toEqual(['operations', 'health', 'schools', 'operations']);
    expect(nextInMs(state, 79_000)).toBe(1000);
  });

  it('an incident pins its view and gives the round back where it was', { tags: ['K-10'] }, () => {
    let state = stepRotation(beginRotation(three, 20_000, 0), { type: 'tick', now: 25_000 });
    state = stepRotation(state, { type: 'pin', id: 'incidents', now: 26_000 });
    state = stepRotation(state, { type: 'tick', now: 900_000 });
    expect([shownOf(state), nextInMs(state, 900_000)]).toEqual(['incidents', null]);
    state = stepRotation(state, { type: 'pin', id: null, now: 900_000 });
    expect([shownOf(state), nextInMs(state, 900_000)]).toEqual(['health', 20_000]);
  });

  it('a new playlist keeps what is looked at, if it is still on it', { tags: ['K-10'] }, () => {
    const at = stepRotation(beginRotation(three, 20_000, 0), { type: 'tick', now: 41_000 });
    const kept = stepRotation(at, { type: 'playlist', playlist: ['schools', 'operations'], dwellMs: 30_000, now: 42_000 });
    expect([shownOf(kept), kept.since]).toEqual(['schools', 40_000]);
    const gone = stepRotation(at, { type: 'playlist', playlist: ['payments'], dwellMs: 20_000, now: 42_000 });
    expect([shownOf(gone), nextInMs(gone, 42_000)]).toEqual(['payments', null]);
    expect(stepRotation(at, { type: 'playlist', playlist: three, dwellMs: 20_000, now: 50_000 })).toBe(at);
  });

  it('the kill switch is alone for its first minute, the round waits, and each dashboard then has all of its time', {
    tags: ['T-5'],
  }, () => {
    const before = stepRotation(beginRotation(three, 20_000, 0), { type: 'tick', now: 25_000 });
    const halt = { type: 'halt', since: '2026-11-21T11:02:00Z', now: 26_000 } as const;
    let state = stepRotation(before, halt);
    expect(stepRotation(state, { ...halt, now: 27_000 })).toBe(state);
    state = stepRotation(state, { type: 'tick', now: 26_000 + haltAloneMs - 1 });
    expect([shownOf(state), isAlone(state, 26_000 + haltAloneMs - 1), nextInMs(state, 80_000)]).toEqual(['health', true, null]);
    const over = 26_000 + haltAloneMs;
    expect([isAlone(state, over), nextInMs(stepRotation(state, { type: 'tick', now: over }), over)]).toEqual([false, 20_000]);
    expect(shownOf(stepRotation(state, { type: 'tick', now: over + 20_000 }))).toBe('schools');
    // A new activation gets its minute again; a release ends it at once.
    expect(isAlone(stepRotation(state, { type: 'halt', since: '2026-11-21T12:00:00Z', now: over }), over)).toBe(true);
    expect(isAlone(stepRotation(state, { type: 'halt', since: null, now: over }), over)).toBe(false);
  });

  it('a clock that is set back makes its minute no longer', { tags: ['T-5'] }, () => {
    let state = stepRotation(beginRotation(three, 20_000, 7_200_000), { type: 'halt', since: 'a', now: 7_200_000 });
    state = stepRotation(state, { type: 'tick', now: 10_000 });
    expect(isAlone(state, 10_000)).toBe(true);
    expect(isAlone(state, 10_000 + haltAloneMs)).toBe(false);
  });

  it('nor does one that is set back while an incident comes, which is told before the next tick', { tags: ['T-5'] }, () => {
    let state = stepRotation(beginRotation(three, 20_000, 0), { type: 'halt', since: 'a', now: 100_000 });
    state = stepRotation(state, { type: 'pin', id: 'incidents', now: 40_000 });
    state = stepRotation(state, { type: 'tick', now: 41_000 });
    expect([isAlone(state, 41_000), isAlone(state, 41_000 + haltAloneMs)]).toEqual([true, false]);
  });

  it('whatever the clock does, something of the playlist is shown, and the next comes within its time', { tags: ['K-10'] }, () => {
    const events = fc.array(
      fc.oneof(
        fc.record({ type: fc.constant('tick' as const), byMs: fc.integer({ min: -7_200_000, max: 86_400_000 }) }),
        fc.record({ type: fc.constant('playlist' as const), playlist: playlists, dwellMs: dwell, byMs: fc.nat(60_000) }),
        fc.record({ type: fc.constant('pin' as const), id: fc.option(fc.constant('incidents' as const)), byMs: fc.nat(60_000) }),
        fc.record({
          type: fc.constant('halt' as const),
          since: fc.option(fc.constantFrom('a', 'b')),
          byMs: fc.integer({ min: -600_000, max: 60_000 }),
        }),
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(playlists, dwell, events, (playlist, dwellMs, story) => {
        let now = 1_000_000_000_000;
        let state = beginRotation(playlist, dwellMs, now);
        for (const { byMs, ...event } of story) {
          now += byMs;
          state = stepRotation(state, { ...event, now } as RotationEvent); // the union, with its stamp restored
          expect(state.pinned === null ? state.playlist : [state.pinned]).toContain(shownOf(state));
          const next = nextInMs(state, now);
          if (state.pinned !== null || state.playlist.length < 2 || isAlone(state, now)) expect(next).toBeNull();
          else if (event.type === 'tick') expect(next).toBeGreaterThan(0);
          if (next !== null) expect(next).toBeLessThanOrEqual(state.dwellMs);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('every picture moves against burn-in, by two pixels, and comes by all nine places', { tags: ['K-10'] }, () => {
    const places = Array.from({ length: 18 }, (_, step) => burnInShift(step * 600_000 + 17));
    expect(new Set(places.map(({ x, y }) => `${x},${y}`)).size).toBe(9);
    for (const { x, y } of places) expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(2);
  });
});
