import type { AdminUser, AdminUsersPage } from '../../contracts/adminUser.ts';
import type { Result } from '../../contracts/problem.ts';
import { createPagedRead } from '../../domain/paging.ts';

/** The most that one call gives, for taking all away. */
export const mostAtOnce = 100;

/**
 * All that the filter leaves, for a file; somebody whom two pages show, as when a user is added meanwhile, once.
 * @param page `mostAtOnce` users from a place on
 * @throws where a page does not come, or the pages have no end: a file with a hole would look whole
 */
export async function everyUser(page: (offset: number) => Promise<Result<AdminUsersPage>>): Promise<readonly AdminUser[]> {
  const users = new Map<string, AdminUser>();
  const paged = createPagedRead();
  for (let offset = 0; ; offset += mostAtOnce) {
    const answer = await page(offset);
    if (!answer.ok) throw new Error(answer.problem.message);
    for (const user of answer.value.users) users.set(user.id, user);
    if (offset + mostAtOnce >= answer.value.pagination.total) return [...users.values()];
    const endless = paged.goOn(
      answer.value.users.map(({ id }) => id),
      offset + mostAtOnce,
    );
    if (endless !== null) throw new Error(endless.message);
  }
}
