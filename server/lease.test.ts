import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestPlatform, type TestPlatform } from './testing/platform.ts';
import { createLease } from './lease.ts';

let test: TestPlatform;
beforeEach(async () => {
  test = await createTestPlatform();
});
afterEach(() => test.close());

it('a lease is one instance’s, goes on at once with another when it is given back, and else when it has run out', {
  tags: ['S-13'],
}, async () => {
  const [first, second] = [createLease(test.platform, 'a_job'), createLease(test.platform, 'a_job')];
  expect([await first.hold(), await second.hold(), await first.hold()]).toEqual([true, false, true]);
  // Giving it back without holding it has no effect.
  await second.giveBack();
  expect([await second.hold(), await first.hold()]).toEqual([false, true]);
  await first.giveBack();
  expect([await second.hold(), await first.hold()]).toEqual([true, false]);
  test.clock.advance(20_000);
  expect([await first.hold(), await second.hold()]).toEqual([true, false]);
});

it('one taken by a clock that was ahead is held into no future: it is another’s at once when the clock is right, and no longer the first one’s', {
  tags: ['S-6'],
}, async () => {
  const [first, second] = [createLease(test.platform, 'ahead'), createLease(test.platform, 'ahead')];
  const right = test.clock.now();
  test.clock.advance(10 * 60_000);
  expect([await first.hold(), await second.hold()]).toEqual([true, false]);
  test.clock.set(right);
  expect([await second.hold(), await first.hold()]).toEqual([true, false]);
  // A normal difference between clocks takes the lease from nobody.
  test.clock.set(new Date(right.getTime() - 1500));
  expect([await first.hold(), await second.hold()]).toEqual([false, true]);
});
