import { expect, it } from 'vitest';
import { triedForMs, waitAfter } from './backoff.ts';

/** Times of all tries of a letter whose server never responds, milliseconds after it was written. */
function moments(): number[] {
  const found = [0];
  for (let at = 0; ; ) {
    const wait = waitAfter(at);
    if (wait === null) return found;
    at += wait;
    found.push(at);
  }
}

it('a letter is tried soon, then ever more seldom, never longer than a quarter of an hour apart, for 24 hours to the end', {
  tags: ['S-9'],
}, () => {
  const tried = moments();
  expect(tried.slice(0, 10).map((at) => at / 1000)).toEqual([0, 5, 10, 20, 40, 80, 160, 320, 640, 1280]);
  const waits = tried.slice(1).map((at, index) => at - (tried[index] ?? 0));
  expect(Math.max(...waits)).toBe(15 * 60_000);
  expect(Math.min(...waits)).toBeGreaterThan(0);
  expect(tried.at(-1)).toBe(triedForMs);
});

it('one that was first tried after its time, since nothing ran meanwhile, is tried that once', { tags: ['S-9'] }, () => {
  expect([waitAfter(triedForMs + 1), waitAfter(triedForMs), waitAfter(triedForMs - 1)]).toEqual([null, null, 1]);
});
