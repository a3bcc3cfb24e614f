import type { LoginRole, Permission } from '../contracts/access.ts';
import type { AdminUser } from '../contracts/adminUser.ts';
import type { UserChange } from '../contracts/adminUserRequests.ts';
import { permissionsOf } from './access.ts';

/**
 * What may be done to an account while the kill switch is on (D-23): only what takes from it. An account that somebody else has got hold of must be shut out then above all, and
 * nothing else may move. The platform judges by this, and the console offers by it.
 */

/** What acts, or takes data away; what is merely seen changes nothing. */
const acts = (role: LoginRole): readonly Permission[] => [...permissionsOf(role)].filter((permission) => !permission.startsWith('view:'));

/** Whether whoever has the role `to` can do less than with `from`, and nothing besides: administrator, bank officer, operator, auditor, in this order. */
export function isLowerRole(from: LoginRole, to: LoginRole): boolean {
  const held = new Set(acts(from));
  const left = acts(to);
  return left.length < held.size && left.every((permission) => held.has(permission));
}

/**
 * Whether a change only shuts out: ends the account's access, takes from its role, or both. One that does anything besides (a name, an address, access given back) or nothing at all
 * is none.
 * @param account as it stands where the change is judged
 */
export function onlyContains(
  account: Pick<AdminUser, 'name' | 'email' | 'role' | 'status'>,
  { name = account.name, email = account.email, role = account.role, status = account.status }: UserChange,
): boolean {
  if (name !== account.name || email !== account.email) return false;
  const lowered = role !== account.role;
  const ended = status !== account.status;
  return (lowered || ended) && (!lowered || isLowerRole(account.role, role)) && (!ended || status !== 'active');
}
