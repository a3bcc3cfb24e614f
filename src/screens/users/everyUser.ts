import type { AdminUser, AdminUsersPage } from '../../contracts/adminUser.ts';
import type { Result } from '../../contracts/problem.ts';
import { createPagedRead } from '../../domain/paging.ts';

/** Maximum number of users per call, for exports. */
export const maxAtOnce = 100;

/**
 * All users that match the filter, for an export; a user on two pages, because another was added meanwhile, counts once.
 * @param page returns `maxAtOnce` users from an offset on
 * @throws if a page fails or the pages do not end: an incomplete file would look complete
 */
export async function everyUser(page: (offset: number) => Promise<Result<AdminUsersPage>>): Promise<readonly AdminUser[]> {
  const users = new Map<string, AdminUser>();
  const paged = createPagedRead();
  for (let offset = 0; ; offset += maxAtOnce) {
    const answer = await page(offset);
    if (!answer.ok) throw new Error(answer.problem.message);
    for (const user of answer.value.users) users.set(user.id, user);
    if (offset + maxAtOnce >= answer.value.pagination.total) return [...users.values()];
    const endless = paged.goOn(
      answer.value.users.map(({ id }) => id),
      offset + maxAtOnce,
    );
    if (endless !== null) throw new Error(endless.message);
  }
}
