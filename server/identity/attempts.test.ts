import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { bucketOfReproof, createAttempts } from './attempts.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());

it('[A-14] tries at once of which some succeed are each let in or told to wait: a success that takes the count away fails nobody else', async () => {
  const attempts = createAttempts({ db: test.platform.db, clock: test.clock });
  const buckets = bucketOfReproof('usr-at-once');
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, async (_, go) => {
      const waitMs = await attempts.take(buckets);
      if (waitMs === null && go % 2 === 0) await attempts.succeeded(buckets);
      return waitMs;
    }),
  );
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  const waits = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' && outcome.value !== null ? [outcome.value] : []));
  expect(waits.every((waitMs) => waitMs > 0 && waitMs <= 30_000)).toBe(true);
});
