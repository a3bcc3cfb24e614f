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

it('takes all users away, page by page, and whoever stands on two pages once', { tags: ['M-12'] }, async () => {
  const offsets: number[] = [];
  const users = await everyUser(async (offset) => {
    offsets.push(offset);
    // A user was added after the first page: all others moved down by one.
    return offset === 0 ? answer(some(0, 100), 150) : answer(some(99, 51), 151);
  });
  expect(offsets).toEqual([0, 100]);
  expect(users.map(({ id }) => id)).toEqual(some(0, 150).map(({ id }) => id));
});

it('a platform whose pages have no end keeps nobody waiting for ever, and no file is made of what came', { tags: ['M-12'] }, async () => {
  for (const liar of [() => some(0, 100), () => []]) {
    let asked = 0;
    const page = async () => {
      asked += 1;
      if (asked > 20) throw new Error('it went on for ever');
      return answer(liar(), 1_000_000);
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
