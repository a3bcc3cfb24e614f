// Long: a property over some thousand schedules.
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Busy, createWriteQueue } from './writeQueue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Call {
  readonly line: string;
  readonly at: number;
  readonly takes: number;
  readonly fails: boolean;
}
const calls = fc.array(
  fc.record({
    line: fc.constantFrom('demo', 'kampala', 'kigali', 'dodoma', 'letters'),
    at: fc.integer({ min: 0, max: 400 }),
    takes: fc.integer({ min: 0, max: 120 }),
    fails: fc.boolean(),
  }),
  { minLength: 1, maxLength: 60 },
);

it('whatever comes when: in each line one at a time in the order in which they came, never more than there is room for, nobody past his time, no place empty while somebody could have it', {
  tags: ['S-1', 'D-66'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(calls, fc.integer({ min: 1, max: 4 }), fc.constantFrom(150, 100_000), async (all, atOnce, waitMs) => {
      const queue = createWriteQueue({ atOnce, waitMs });
      const atWork = new Set<string>();
      const begun = new Map<string, number[]>();
      const came = new Map<string, number[]>();
      const waits = new Map<number, string>();
      const outcomes: Promise<'done' | 'failed' | 'busy'>[] = [];
      const ordered = all.map((one, index) => ({ ...one, index })).sort((a, b) => a.at - b.at || a.index - b.index);
      const start = Date.now();
      const run = ({ line, takes, fails, at }: Call, place: number): void => {
        came.set(line, [...(came.get(line) ?? []), place]);
        waits.set(place, line);
        outcomes.push(
          queue
            .run(line, async () => {
              waits.delete(place);
              expect(atWork.has(line)).toBe(false);
              atWork.add(line);
              expect(atWork.size).toBeLessThanOrEqual(atOnce);
              expect(Date.now() - start - at).toBeLessThanOrEqual(waitMs);
              begun.set(line, [...(begun.get(line) ?? []), place]);
              await new Promise((resolve) => setTimeout(resolve, takes));
              atWork.delete(line);
              if (fails) throw new Error('refused');
            })
            .then(
              () => 'done' as const,
              (failure: unknown) => {
                if (!(failure instanceof Busy))
                  return failure instanceof Error && failure.message === 'refused' ? ('failed' as const) : Promise.reject(failure as Error);
                waits.delete(place);
                expect(Date.now() - start - at).toBe(waitMs);
                return 'busy' as const;
              },
            ),
        );
      };
      let next = 0;
      for (let ms = 0; ms < 420 || atWork.size > 0 || waits.size > 0; ms += 1) {
        for (let one = ordered[next]; one !== undefined && one.at === ms; one = ordered[next]) run(one, next++);
        await vi.advanceTimersByTimeAsync(0);
        // No writer waits that could run.
        if (atWork.size < atOnce) for (const line of waits.values()) expect(atWork.has(line), `${line} waits at ${ms}`).toBe(true);
        expect(queue.waiting()).toBe(waits.size);
        await vi.advanceTimersByTimeAsync(1);
      }
      const told = await Promise.all(outcomes);
      for (const [line, places] of begun) expect(places).toEqual((came.get(line) ?? []).filter((place) => places.includes(place)));
      expect(told.every((one, place) => one === 'busy' || (ordered[place]?.fails === true ? 'failed' : 'done') === one)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

it('of lines that always have somebody waiting each has the same share of the time, however long its own works take', {
  tags: ['S-1', 'F-40'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 3, maxLength: 8 }),
      fc.integer({ min: 1, max: 2 }),
      async (takes, atOnce) => {
        const queue = createWriteQueue({ atOnce, waitMs: 60_000 });
        const had = takes.map(() => 0);
        let over = false;
        takes.forEach((ms, index) => {
          const again = async (): Promise<void> => {
            while (!over)
              await queue.run(`line ${index}`, async () => {
                await new Promise((resolve) => setTimeout(resolve, ms));
                had[index] = (had[index] ?? 0) + ms;
              });
          };
          for (let count = 0; count < 3; count += 1) void again();
        });
        await vi.advanceTimersByTimeAsync(6000);
        over = true;
        await vi.advanceTimersByTimeAsync(10_000);
        const share = (6000 * atOnce) / takes.length;
        // Start-time fair queueing is never further off than the longest works of two lines, for each place and once more.
        for (const each of had) expect(Math.abs(each - share)).toBeLessThan((atOnce + 1) * 2 * Math.max(...takes));
      },
    ),
    { numRuns: 15, examples: [[[60, 60, 1], 2]] },
  );
});

it('a tenant that is busy is not kept from its turn by lines that come anew again and again', { tags: ['S-1', 'F-40'] }, async () => {
  const queue = createWriteQueue({ atOnce: 2, waitMs: 6000 });
  let done = 0;
  let told = 0;
  const busy = () =>
    queue
      .run('demo', () => new Promise((resolve) => setTimeout(resolve, 20)))
      .then(
        () => void (done += 1),
        () => void (told += 1),
      );
  // Links, sessions: each has a line of its own, more than there are places.
  let made = 0;
  const anew = setInterval(() => {
    for (let count = 0; count < 3; count += 1)
      void queue.run(`link ${made++}`, () => new Promise((resolve) => setTimeout(resolve, 20))).catch(() => undefined);
    void busy();
  }, 20);
  await vi.advanceTimersByTimeAsync(20_000);
  clearInterval(anew);
  await vi.advanceTimersByTimeAsync(10_000);
  // Twice the capacity arrives. The tenant gets at least a tenth of a place, less what is lost on writers that time out at the end.
  expect({ done, told }).toEqual({ done: expect.toSatisfy((count: number) => count >= 50), told: expect.any(Number) });
  expect(queue.waiting()).toBe(0);
});
