import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AdminUser, AdminUsersPage } from '../../contracts/adminUser.ts';
import type { Result } from '../../contracts/problem.ts';
import { endlessPages } from '../../domain/paging.ts';
import { everyUser, maxAtOnce } from './everyUser.ts';

const userOf = (n: number): AdminUser => ({
  id: `usr-${n}`,
  email: `u${n}@ukweli.example`,
  name: `User ${n}`,
  role: 'operator',
  status: 'active',
  last_login_at: null,
  created_at: '2025-01-01T00:00:00Z',
  version: 1,
});
const some = (from: number, count: number) => Array.from({ length: count }, (_, n) => userOf(from + n));
const answer = (users: AdminUser[], total: number): Result<AdminUsersPage> => ({
  ok: true,
  value: { users, pagination: { page: 1, limit: maxAtOnce, total, totalPages: Math.ceil(total / maxAtOnce) } },
});
const pageOf = (list: readonly AdminUser[], offset: number) => answer(list.slice(offset, offset + maxAtOnce), list.length);

it('takes all users away, page by page, each once', { tags: ['M-12'] }, async () => {
  const list = some(0, 250);
  const users = await everyUser((offset) => Promise.resolve(pageOf(list, offset)));
  expect(users).toEqual(list);
});

it('whoever comes, leaves, or moves to a page that was read leaves no hole in the file', { tags: ['M-12'] }, async () => {
  const act = fc.record({ kind: fc.constantFrom('come', 'leave', 'move', 'none'), from: fc.nat(), to: fc.nat() });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 450 }), fc.array(act, { maxLength: 4 }), async (count, acts) => {
      const list = some(0, count);
      const left = [...acts];
      const users = await everyUser((offset) => {
        const made = pageOf(list, offset);
        const { kind = 'none', from = 0, to = 0 } = left.shift() ?? {};
        const place = from % Math.max(1, list.length);
        if (kind === 'come') list.splice(place, 0, userOf(1000 + left.length));
        if (kind === 'leave') list.splice(place, 1);
        const [moved] = kind === 'move' ? list.splice(place, 1) : [];
        if (moved !== undefined) list.splice(to % (list.length + 1), 0, { ...moved, version: 2 });
        return Promise.resolve(made);
      });
      // Whoever was there all the time is in it.
      const ids = users.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(expect.arrayContaining(list.filter(({ id }) => Number(id.slice(4)) < 1000).map(({ id }) => id)));
    }),
    { numRuns: 300 },
  );
});

it('a list that does not stand still makes no file', { tags: ['M-12'] }, async () => {
  const list = some(0, 250);
  const users = everyUser((offset) => {
    const made = pageOf(list, offset);
    list.shift();
    list.push(userOf(1000 + list.length));
    return Promise.resolve(made);
  });
  await expect(users).rejects.toThrow('kept changing');
});

it('a platform whose pages have no end keeps nobody waiting for ever, and no file is made of what came', { tags: ['M-12'] }, async () => {
  const same = some(0, 100);
  // Each page begins where the one before ended, and brings nothing new.
  const turned = [...same].reverse();
  for (const liar of [(place: number) => (place % 2 === 0 ? same : turned), () => []]) {
    let asked = 0;
    const page = async () => {
      asked += 1;
      if (asked > 20) throw new Error('it went on for ever');
      return answer(liar(asked - 1), 1_000_000);
    };
    await expect(everyUser(page)).rejects.toThrow(endlessPages.message);
    expect(asked).toBeLessThanOrEqual(2);
  }
});

it('a page that does not come leaves no file with a hole', async () => {
  const page = async (offset: number): Promise<Result<AdminUsersPage>> =>
    offset === 0
      ? answer(some(0, 100), 150)
      : { ok: false, problem: { code: 'network', message: 'The platform cannot be reached.', retry: true } };
  await expect(everyUser(page)).rejects.toThrow('The platform cannot be reached.');
});
