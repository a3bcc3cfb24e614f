import { expect, it } from 'vitest';
import type { Problem, Result } from '../../../contracts/problem.ts';
import { beginListing, type Listed } from './outboxListing.ts';

const unread: Result<Listed> = { ok: false, problem: { code: 'storage', message: 'no', retry: true } };
const listed: Result<Listed> = { ok: true, value: { items: [], setAside: 0 } };

it('that what waits can be read again is said where it was said that it cannot; what else is wrong with the disk is not taken back', {
  tags: ['M-13', 'M-3'],
}, async () => {
  const said: (Problem | null)[] = [];
  const answers = [unread, listed];
  const world = {
    list: async () => answers.shift() ?? listed,
    setTimer: () => () => {},
    storage: (problem: Problem | null) => void said.push(problem),
  };
  const failing = beginListing({ ...world, listed: () => {} });
  expect(await failing.ready()).toMatchObject({ code: 'storage' });
  expect(await failing.ready()).toBeNull();
  expect(said).toEqual([expect.objectContaining({ code: 'storage' }), null]);
  said.length = 0;
  expect(await beginListing({ ...world, listed: () => {} }).ready()).toBeNull();
  expect(said).toEqual([]);
});

it('a disk that cannot be read is tried again by one clock, however often somebody asks meanwhile, and by none once the hub has ended', {
  tags: ['M-13', 'M-3'],
}, async () => {
  const timers = new Set<() => void>();
  const failing = beginListing({
    list: async () => unread,
    setTimer: (_, run) => {
      timers.add(run);
      return () => timers.delete(run);
    },
    storage: () => {},
    listed: () => {},
  });
  for (let asked = 0; asked < 4; asked += 1) await failing.ready();
  expect(timers.size).toBe(1);
  failing.stop();
  expect(timers.size).toBe(0);
});
