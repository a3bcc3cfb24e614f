import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  holds,
  isSpread,
  maxVisible,
  nextDue,
  noToasts,
  readMs,
  stepToasts,
  type ToastsEvent,
  type ToastsState,
  visibleIds,
} from './machine.ts';
import { swipeOf, swipePx } from './swipe.ts';

const show = (id: string, durationMs = 4000): ToastsEvent => ({ kind: 'shown', id, durationMs });
const hold = (by: (typeof holds)[number]): ToastsEvent => ({ kind: 'held', by });
const release = (by: (typeof holds)[number]): ToastsEvent => ({ kind: 'released', by });
const rang: ToastsEvent = { kind: 'rang' };

/** Applies events at their times, milliseconds. */
function play(...steps: readonly (readonly [at: number, event: ToastsEvent])[]): ToastsState {
  return steps.reduce((state, [at, event]) => stepToasts(state, event, at), noToasts);
}

describe('messages', { tags: ['I-20'] }, () => {
  it('go when their time is over, not before', () => {
    const shown = play([100, show('a', 4000)], [100, show('b', 5000)]);
    expect(nextDue(stepToasts(shown, rang, 100 + readMs))).toBe(4100);
    expect(visibleIds(stepToasts(shown, rang, 4099))).toEqual(['b', 'a']);
    expect(visibleIds(stepToasts(shown, rang, 4100))).toEqual(['b']);
    expect(visibleIds(stepToasts(shown, rang, 5100))).toEqual([]);
  });

  it('are three in sight, the newest first; what was pushed out comes back with the time it had left', () => {
    const four = play([0, show('a')], [1000, show('b')], [1000, show('c')], [1000, show('d')]);
    expect(visibleIds(four)).toEqual(['d', 'c', 'b']);
    const closed = stepToasts(four, { kind: 'dismissed', id: 'c' }, 3000);
    expect(visibleIds(closed)).toEqual(['d', 'b', 'a']);
    // It was visible for one second before it was pushed out.
    expect(visibleIds(stepToasts(closed, rang, 5000))).toEqual(['a']);
    expect(nextDue(stepToasts(closed, rang, 5000))).toBe(6000);
  });

  it.each(holds)('stand still while %s holds them, and go on from where they stood', (by) => {
    const held = play([0, show('a')], [3000, hold(by)]);
    expect(nextDue(held)).toBeNull();
    expect(visibleIds(stepToasts(held, rang, 90_000))).toEqual(['a']);
    expect(nextDue(stepToasts(held, release(by), 90_000))).toBe(91_000);
  });

  it('stand still until the last of several holds is over', () => {
    const both = play([0, show('a')], [1000, hold('hidden')], [2000, hold('hover')], [9000, release('hidden')]);
    expect(nextDue(both)).toBeNull();
    expect(nextDue(stepToasts(both, release('hover'), 10_000))).toBe(13_000);
  });

  it('that come while they are held wait as well', () => {
    const { held } = play([0, show('a')], [10, hold('hover')], [20, show('b')]);
    expect(held.map(({ runsSince }) => runsSince)).toEqual([null, null]);
  });

  it('spread for a pointer, the focus and Alt+T, and not for a hidden tab or a finger', () => {
    const shown = play([0, show('a')]);
    expect(isSpread(shown)).toBe(false);
    expect(holds.filter((by) => isSpread(stepToasts(shown, hold(by), 1)))).toEqual(['hover', 'focus']);
    const asked = stepToasts(shown, { kind: 'asked' }, 1);
    expect([isSpread(asked), nextDue(asked)]).toEqual([true, null]);
    expect(isSpread(stepToasts(asked, { kind: 'folded' }, 2))).toBe(false);
    expect(stepToasts(noToasts, { kind: 'asked' }, 1)).toBe(noToasts);
  });

  it('spread for a moment when another one comes, so that the one before can be read; time runs on', () => {
    const first = play([0, show('a')]);
    const second = stepToasts(first, show('b'), 200);
    expect([isSpread(first), isSpread(second), nextDue(second)]).toEqual([false, true, 200 + readMs]);
    const read = stepToasts(second, rang, 200 + readMs);
    expect([isSpread(read), nextDue(read)]).toEqual([false, 4000]);
    expect(isSpread(stepToasts(second, rang, 200 + readMs - 1))).toBe(true);
  });

  it('leave nothing held behind but a hidden tab', () => {
    const gone = play([0, show('a')], [1, hold('hover')], [2, hold('hidden')], [3, { kind: 'asked' }], [4, { kind: 'dismissed', id: 'a' }]);
    expect([...gone.heldBy]).toEqual(['hidden']);
    expect(isSpread(gone)).toBe(false);
  });

  it('keep the rules whatever happens: no more than three run, none while held, and each goes once its time has run', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const event = fc.oneof(
      fc.tuple(id, fc.constantFrom(4000, 5000)).map(([each, durationMs]) => show(each, durationMs)),
      id.map((each): ToastsEvent => ({ kind: 'dismissed', id: each })),
      fc.constantFrom(...holds).map(hold),
      fc.constantFrom(...holds).map(release),
      fc.constantFrom<ToastsEvent>({ kind: 'asked' }, { kind: 'folded' }),
      fc.constant(rang),
    );
    fc.assert(
      fc.property(fc.array(fc.record({ afterMs: fc.nat(6000), event }), { maxLength: 60 }), (steps) => {
        let now = 0;
        let state = noToasts;
        /** Elapsed time of each toast, computed independently. */
        const ran = new Map<string, number>();
        const lasts = new Map<string, number>();
        for (const { afterMs, event: next } of steps) {
          for (const one of state.held) if (one.runsSince !== null) ran.set(one.id, (ran.get(one.id) ?? 0) + afterMs);
          now += afterMs;
          if (next.kind === 'shown') {
            ran.set(next.id, 0);
            lasts.set(next.id, next.durationMs);
          }
          const before = state;
          state = stepToasts(state, next, now);
          const running = state.held.filter(({ runsSince }) => runsSince !== null);
          if (running.length > maxVisible) return false;
          if ((state.heldBy.size > 0 || state.asked) && running.length > 0) return false;
          if (state.heldBy.size === 0 && !state.asked && running.length !== Math.min(maxVisible, state.held.length)) return false;
          if (new Set(state.held.map((one) => one.id)).size !== state.held.length) return false;
          if (next.kind === 'rang') {
            const over = (one: { readonly id: string; readonly runsSince: number | null }) =>
              one.runsSince !== null && (ran.get(one.id) ?? 0) >= (lasts.get(one.id) ?? 0);
            const wanted = before.held.filter((one) => !over(one)).map((one) => one.id);
            if (wanted.join() !== state.held.map((one) => one.id).join()) return false;
          }
        }
        return true;
      }),
    );
  });
});

describe('a drawn message', { tags: ['I-20'] }, () => {
  it('goes at 45 px to the right or upwards, and comes back under that', () => {
    expect(swipePx).toBe(45);
    expect(swipeOf(45, 0)).toEqual({ x: 45, y: 0, dismisses: true });
    expect(swipeOf(44, 10)).toEqual({ x: 44, y: 0, dismisses: false });
    expect(swipeOf(3, -45)).toEqual({ x: 0, y: -45, dismisses: true });
  });

  it('does not move the other ways', () => {
    expect(swipeOf(-200, 200)).toEqual({ x: 0, y: 0, dismisses: false });
  });
});
