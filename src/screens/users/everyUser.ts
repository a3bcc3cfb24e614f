import type { AdminUser, AdminUsersPage } from '../../contracts/adminUser.ts';
import type { Result } from '../../contracts/problem.ts';
import { createPagedRead } from '../../domain/paging.ts';

/** Maximum number of users per call, for exports. */
export const maxAtOnce = 100;
/** How often reading begins again because accounts came, changed or left meanwhile. */
const maxReads = 5;

/**
 * All users that match the filter, each once, for an export. Pages are counted from the start of the list: when somebody leaves a page
 * that was read, the next one would begin too late. So each page must begin with the unchanged last user of the page before, and the whole
 * must be as many as the platform counts; otherwise reading begins again.
 * @param page returns `maxAtOnce` users from an offset on, in an order that changes as little as possible
 * @throws if a page fails, the pages do not end or the list keeps changing: an incomplete file would look complete
 */
export async function everyUser(page: (offset: number) => Promise<Result<AdminUsersPage>>): Promise<readonly AdminUser[]> {
  for (let reads = 0; reads < maxReads; reads += 1) {
    const users = await readThrough(page);
    if (users !== null) return users;
  }
  throw new Error('The list of users kept changing while it was read');
}

/** Null if the list changed so that a user may be missing. */
async function readThrough(page: (offset: number) => Promise<Result<AdminUsersPage>>): Promise<readonly AdminUser[] | null> {
  const users = new Map<string, AdminUser>();
  const paged = createPagedRead();
  let last: AdminUser | undefined;
  for (let offset = 0; ; offset += maxAtOnce - 1) {
    const answer = await page(offset);
    if (!answer.ok) throw new Error(answer.problem.message);
    const { users: found, pagination } = answer.value;
    if (last !== undefined && !(found[0]?.id === last.id && found[0].version === last.version)) return null;
    for (const user of found) users.set(user.id, user);
    if (offset + maxAtOnce >= pagination.total) return users.size === pagination.total ? [...users.values()] : null;
    const endless = paged.goOn(
      found.map(({ id }) => id),
      offset + maxAtOnce - 1,
    );
    if (endless !== null) throw new Error(endless.message);
    last = found.at(-1);
  }
}
