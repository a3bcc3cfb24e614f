import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pinProblem } from './pin.ts';
import { beginTry, delayAfterMs, forgiven, noTries, type Tries, triesAtMost } from './tries.ts';

it('[D-31] lets two wrong tries pass, then waits 5 s, 30 s, 2 min, and 10 min each time', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 9].map((wrong) => delayAfterMs(wrong) / 1000)).toEqual([0, 0, 5, 30, 120, 600, 600, 600]);
});

it('[D-31] a clock that is set back gains nobody a try, and ten tries are all there are', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -10_000_000, max: 10_000_000 }), { maxLength: 60 }), (steps) => {
      let tries: Tries = noTries;
      let clock = 1_000_000_000;
      for (const step of steps) {
        clock += step;
        const begun = beginTry(tries, clock);
        if (!begun.allowed) {
          expect(begun.waitMs).toBeGreaterThan(0);
          expect(Math.max(clock, tries.seenAt)).toBeLessThan(tries.notBefore);
          continue;
        }
        // Setting the clock back and forth is no way round: the wait has passed by a clock that only ever grew.
        expect(Math.max(clock, tries.seenAt)).toBeGreaterThanOrEqual(tries.notBefore);
        expect(begun.counted.notBefore).toBeGreaterThanOrEqual(tries.notBefore);
        expect(begun.counted.seenAt).toBeGreaterThanOrEqual(tries.seenAt);
        expect(begun.last).toBe(begun.counted.wrong >= triesAtMost);
        tries = begun.counted;
        if (begun.last) return;
      }
    }),
  );
});

it('a right try is forgiven all but the time', () => {
  expect(forgiven({ wrong: 5, notBefore: 9, seenAt: 8 })).toEqual({ wrong: 0, notBefore: 0, seenAt: 8 });
});

it('[D-31] a PIN is six to twelve digits, and none of those tried first', () => {
  for (const pin of [
    '',
    '12345',
    '1234567890123',
    '12345a',
    '000000',
    '121212',
    '123123',
    '1231231',
    '123456',
    '987654',
    '890123',
    '210987',
  ])
    expect(pinProblem(pin), pin).not.toBeNull();
  // Each in words that say what is wrong with it.
  const reasons = ['12345a', '12345', '1234567890123', '121212', '123456'].map(pinProblem);
  for (const [place, word] of ['digits only', 'least 6', 'most 12', 'over and over', 'in a row'].entries())
    expect(reasons[place]).toContain(word);
  for (const pin of ['482913', '112358', '1234561', '60317745', '603177452981']) expect(pinProblem(pin), pin).toBeNull();
});
