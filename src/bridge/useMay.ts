import type { ConsoleRole, Permission } from '../contracts/access.ts';
import type { User } from '../contracts/session.ts';
import { activeRoleOf, consoleRoleLabels, holdersOf, offeredPermissions } from '../domain/access.ts';
import { useStoredRole } from './activeRole.ts';
import { rightsOf } from '../domain/rights.ts';
import { useSessionStatus } from './useHubStatus.ts';

/** Somebody at the console, with the role that they see it in and what the interface offers them in it (D-5). `role` is the account's own. */
export interface Person extends User {
  readonly active: ConsoleRole;
  readonly permissions: ReadonlySet<Permission>;
}

/** Who is at the console; null while nobody is. */
export function usePerson(): Person | null {
  const session = useSessionStatus();
  const stored = useStoredRole();
  if (session.phase !== 'signedIn') return null;
  // A wall display is nobody's role and is offered what it may read (K-10).
  if (session.user.display !== undefined) return { ...session.user, active: 'read_only', permissions: rightsOf(session.user).permissions };
  const active = activeRoleOf(session.user.role, stored);
  return { ...session.user, active, permissions: offeredPermissions(session.user.role, active) };
}

/** Why this person may not do what takes `permission`, in words beside a disabled button; null for those who may (D-6). */
export function useBarred(permission: Permission): string | null {
  const person = usePerson();
  if (person === null) return 'Sign in first';
  if (person.permissions.has(permission)) return null;
  return `Your role, ${consoleRoleLabels[person.active]}, may look but not do this. ${holdersOf(permission)} may.`;
}
