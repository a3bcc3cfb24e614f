import { hub } from '../../bridge/hub/hub.ts';
import type { Person } from '../../bridge/acts/useMay.ts';
import type { Problem } from '../../contracts/problem.ts';
import type { Tenant } from '../../contracts/session.ts';
import { permissionsOf } from '../../domain/accounts/access.ts';

/** The base document's wording (C-69). */
const onlyAdmins = 'Only admin users can switch tenants';

/**
 * Result of a switch: `moved`, or why not. `unsent`: commands on this device have not reached the platform, or may not have, and would be
 * lost.
 */
export type Switched = { readonly kind: 'moved' } | { readonly kind: 'unsent' } | { readonly kind: 'failed'; readonly problem: Problem };

/**
 * Moves to another tenant in every tab of this browser; rows, caches and stream of the former one are removed first (C-59). Permission
 * depends on the account's own role, here and at the platform.
 * @param unsent `discard` if the user has been told what is lost
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
