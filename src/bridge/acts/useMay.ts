import type { ConsoleRole, Permission } from '../../contracts/access.ts';
import type { User } from '../../contracts/session.ts';
import { activeRoleOf, notAllowedLabels, offeredPermissions } from '../../domain/accounts/access.ts';
import { useStoredRole } from './activeRole.ts';
import { rightsOf } from '../../domain/accounts/rights.ts';
import { useSessionStatus } from '../hub/useHubStatus.ts';

/** The signed-in user with their active role and its permissions in the interface (D-5). `role` is the account's own. */
export interface Person extends User {
  readonly active: ConsoleRole;
  readonly permissions: ReadonlySet<Permission>;
}

/** The signed-in user; null if nobody is. */
export function usePerson(): Person | null {
  const session = useSessionStatus();
  const stored = useStoredRole();
  if (session.phase !== 'signedIn') return null;
  // A wall display has no role and is offered what it may read (K-10).
  if (session.user.display !== undefined) return { ...session.user, active: 'read_only', permissions: rightsOf(session.user).permissions };
  const active = activeRoleOf(session.user.role, stored);
  return { ...session.user, active, permissions: offeredPermissions(session.user.role, active) };
}

/** Why the user may not do what needs `permission`, as shown beside a disabled button; null if they may (D-6). */
export function useDisabledReason(permission: Permission): string | null {
  const person = usePerson();
  if (person === null) return 'Sign in first';
  if (person.permissions.has(permission)) return null;
  return notAllowedLabels(person.active, 'do this', permission);
}
