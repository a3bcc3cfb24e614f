import { afterEach, expect, it, vi } from 'vitest';
import { withRoom } from './room.ts';

afterEach(() => void vi.restoreAllMocks());

/** A write that never has space: returns how often space was freed for it, on a clock too coarse to see it elapse. */
async function madeFor(forMs: number): Promise<{ readonly made: number; readonly problem: unknown }> {
  vi.spyOn(performance, 'now').mockReturnValue(5);
  const free = vi.fn(async () => true);
  const full = () => Promise.reject(new DOMException('no room', 'QuotaExceededError'));
  const outcome = await withRoom(full, { free, maxSteps: 2, forMs, inVain: () => {} });
  return { made: free.mock.calls.length, problem: outcome.ok ? null : outcome.problem };
}

it('nothing is taken away for what has no time to wait for it: a decision that stands in memory is sent, and is not waited for', {
  tags: ['M-13', 'F-16'],
}, async () => {
  const none = await madeFor(0);
  expect(none).toMatchObject({ made: 0, problem: { code: 'storage', cause: 'full' } });
  expect((await madeFor(1)).made).toBe(2);
});
