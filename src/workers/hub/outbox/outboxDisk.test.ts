import { expect, it } from 'vitest';
import { outboxItem } from '../../../../tests/builders/outboxItem.ts';
import type { Problem, Result } from '../../../contracts/problem.ts';
import { createOutboxDisk } from './outboxDisk.ts';

const bad: Problem = { code: 'storage', message: 'The disk did not answer.', retry: true };
const full: Problem = { code: 'storage', cause: 'full', message: 'No room.', retry: true };
const replaced: Problem = { code: 'cancelled', message: 'Another tab decides.', retry: false };

/** A disk that answers every save with this problem. */
function diskThat(saves: Problem) {
  const said: Problem[] = [];
  const removed: (readonly number[])[] = [];
  let removes: Result<null> = { ok: true, value: null };
  const disk = createOutboxDisk(
    {
      save: async () => ({ ok: false, problem: saves }),
      remove: async (places) => {
        removed.push(places);
        return removes;
      },
    },
    (problem) => void said.push(problem),
  );
  return { disk, said, removed, failRemoving: (problem: Problem) => (removes = { ok: false, problem }) };
}

it('what the disk does not take is said; that another hub keeps the outbox by now is no trouble of the disk', {
  tags: ['M-3'],
}, async () => {
  const one = diskThat(bad);
  expect(await one.disk.save(outboxItem(1), 0)).toEqual(bad);
  expect(one.said).toEqual([bad]);
  const other = diskThat(replaced);
  expect(await other.disk.save(outboxItem(1), 0)).toEqual(replaced);
  expect(other.said).toEqual([]);
  expect([one.disk.isOurs(1), other.disk.isOurs(1)]).toEqual([true, false]);
});

it('what was sent is not left on a full disk as what waits: its row is removed before anything follows, and what becomes of that is said', {
  tags: ['M-3', 'F-16'],
}, async () => {
  const one = diskThat(full);
  expect(await one.disk.save(outboxItem(1), 0)).toEqual(full);
  expect(one.removed).toEqual([]);
  one.failRemoving(bad);
  expect(await one.disk.save(outboxItem(1, { state: 'sent', settledAt: 2 }), 0)).toEqual(full);
  expect(one.removed).toEqual([[1]]);
  expect(one.said).toEqual([full, full, bad]);
});

it('a command whose mark was undone is this hub’s again once one of its marks has come about', { tags: ['M-13', 'M-3'] }, async () => {
  const outcomes: Result<null>[] = [
    { ok: false, problem: replaced },
    { ok: true, value: null },
  ];
  const saved = { ok: true, value: null } as const;
  const disk = createOutboxDisk({ save: async () => outcomes.shift() ?? saved, remove: async () => saved }, () => {});
  await disk.save(outboxItem(1), 0);
  expect(disk.isOurs(1)).toBe(false);
  await disk.save(outboxItem(1), 0);
  expect(disk.isOurs(1)).toBe(true);
});
