import type { LoginRole, Permission } from '../../contracts/access.ts';
import type { AdminUser } from '../../contracts/adminUser.ts';
import type { UserChange } from '../../contracts/adminUserRequests.ts';
import { permissionsOf } from './access.ts';

/**
 * What may be done to an account while the kill switch is on (D-23): only reducing its access. A compromised account must be locked out
 * especially then, and nothing else may change. Platform and console both use this.
 */

/** Permissions that act or export data; viewing changes nothing. */
const acts = (role: LoginRole): readonly Permission[] => [...permissionsOf(role)].filter((permission) => !permission.startsWith('view:'));

/** True if role `to` allows strictly less than `from`: administrator, bank officer, operator, auditor, in this order. */
export function isLowerRole(from: LoginRole, to: LoginRole): boolean {
  const held = new Set(acts(from));
  const left = acts(to);
  return left.length < held.size && left.every((permission) => held.has(permission));
}

/**
 * True if a change only reduces access: ends the account's access, lowers its role, or both. False if it changes anything else (name,
 * address, restored access) or nothing.
 * @param account its current state
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
