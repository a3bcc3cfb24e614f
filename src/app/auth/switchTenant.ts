import { hub } from '../../bridge/hub.ts';
import type { Person } from '../../bridge/useMay.ts';
import type { Problem } from '../../contracts/problem.ts';
import type { Tenant } from '../../contracts/session.ts';
import { permissionsOf } from '../../domain/access.ts';

/** The document's words, to the letter (C-69). */
const onlyAdmins = 'Only admin users can switch tenants';

/** What came of switching: `moved`, or why it did not. `unsent`: something decided here has not reached the platform and would be lost, or may be. */
export type Switched = { readonly kind: 'moved' } | { readonly kind: 'unsent' } | { readonly kind: 'failed'; readonly problem: Problem };

/**
 * Works in another tenant from now on, in every tab of this browser: rows, caches and stream of the one that is left go first (C-59). Judged by the account's own role,
 * here and by the platform.
 * @param unsent `discard` where the person has been told what is lost
 */
export async function switchTenant(person: Pick<Person, 'role'>, to: Tenant, unsent: 'ask' | 'discard' = 'ask'): Promise<Switched> {
  if (!permissionsOf(person.role).has('action:switch_role')) return refused({ code: 'forbidden', message: onlyAdmins, retry: false });
  const moved = await hub.switchTenant(to.tenantId, unsent === 'discard');
  if (moved.ok) return { kind: 'moved' };
  if (moved.problem.code === 'conflict' || moved.problem.code === 'storage') return { kind: 'unsent' };
  return moved.problem.code === 'forbidden'
    ? refused({ ...moved.problem, message: onlyAdmins })
    : { kind: 'failed', problem: moved.problem };
}

function refused(problem: Problem): Switched {
  // oxlint-disable-next-line no-console -- the document asks for a console warning (section 8)
  console.warn(onlyAdmins);
  return { kind: 'failed', problem };
}
