import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestPlatform, type TestPlatform } from '../../testing/platform.ts';
import { createAttempts } from './attempts.ts';
import { reauthenticationBucket, bucketsOf } from './buckets.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());

it('tries at once of which some succeed are each let in or told to wait: a success that takes the count away fails nobody else', {
  tags: ['A-14'],
}, async () => {
  const attempts = createAttempts(test.platform);
  const buckets = reauthenticationBucket('usr-at-once');
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

it('tries are counted until it was quiet for more than a quarter of an hour: whoever waits no longer than that goes on where they were', {
  tags: ['A-14'],
}, async () => {
  const attempts = createAttempts(test.platform);
  const buckets = reauthenticationBucket('usr-patient');
  const takes = async (count: number) => {
    const waits: (number | null)[] = [];
    for (let go = 0; go < count; go += 1) waits.push(await attempts.take(buckets));
    return waits;
  };
  expect(await takes(5)).toEqual([null, null, null, null, null]);
  test.clock.advance(15 * 60_000);
  expect(await takes(2)).toEqual([null, 1000]); // the sixth is the last one admitted
  test.clock.advance(15 * 60_000 + 1);
  expect(await takes(5)).toEqual([null, null, null, null, null]);
});

it('a device that is known guesses no faster than any other, wherever it is; strangers and other devices do not wait for it', {
  tags: ['A-14'],
}, async () => {
  const attempts = createAttempts(test.platform);
  const from = (device: string | null, ip: string) => attempts.take(bucketsOf({ who: 'known@ukweli.example', ip, device, tell: null }));
  const waits: (number | null)[] = [];
  for (let go = 0; go < 12; go += 1) waits.push(await from('known-device', `10.0.0.${go}`));
  expect(waits[0]).toBeNull();
  expect(waits.at(-1)).toBeGreaterThan(0);
  expect([await from('other-device', '10.0.0.1'), await from(null, '10.0.0.1')]).toEqual([null, null]);
});

it('a pause that was given by a clock which was ahead keeps nobody waiting until then', { tags: ['S-6'] }, async () => {
  const attempts = createAttempts(test.platform);
  const buckets = reauthenticationBucket('usr-ahead');
  const right = test.clock.now();
  test.clock.advance(10 * 60_000);
  for (let go = 0; go < 7; go += 1) await attempts.take(buckets);
  expect(await attempts.take(buckets)).toBeGreaterThan(0);
  test.clock.set(right);
  expect(await attempts.take(buckets)).toBeNull();
  // With the corrected clock there is a pause again, of at most the maximum.
  expect(await attempts.take(buckets)).toBeGreaterThan(0);
});

it('a try that was held up while another was let in waits as any other: no line to stand in is a way round the longest pause', {
  tags: ['G-6', 'A-14'],
}, async () => {
  const { database } = test.platform;
  const buckets = reauthenticationBucket('usr-held-up');
  const attempts = createAttempts(test.platform);
  for (let go = 0; go < 12; go += 1, test.clock.advance(30_000)) expect(await attempts.take(buckets)).toBeNull();
  const gate = { arrive: () => {}, release: () => {} };
  const arrived = new Promise<void>((resolve) => (gate.arrive = resolve));
  const released = new Promise<void>((resolve) => (gate.release = resolve));
  const heldUp = createAttempts({
    clock: test.clock,
    database: {
      db: database.db,
      write: async (line, work, options) => {
        gate.arrive();
        await released;
        return database.write(line, work, options);
      },
    },
  });
  const late = heldUp.take(buckets);
  await arrived;
  test.clock.advance(5);
  expect(await attempts.take(buckets)).toBeNull();
  gate.release();
  expect(await late).toBe(30_000);
});
