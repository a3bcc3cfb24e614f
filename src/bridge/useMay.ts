import type { Permission } from '../contracts/access.ts';
import type { User } from '../contracts/session.ts';
import { consoleRoleLabels, consoleRoleOf, holdersOf, permissionsOf } from '../domain/access.ts';
import { useSessionStatus } from './useHubStatus.ts';

/** Who is at the console, with what they may do; null while nobody is. */
export function usePerson(): (User & { readonly permissions: ReadonlySet<Permission> }) | null {
  const session = useSessionStatus();
  return session.phase === 'signedIn' ? { ...session.user, permissions: permissionsOf(session.user.role) } : null;
}

/** Why this person may not do what takes `permission`, in words beside a disabled button; null for those who may (D-6). */
export function useBarred(permission: Permission): string | null {
  const person = usePerson();
  if (person === null) return 'Sign in first';
  if (person.permissions.has(permission)) return null;
  return `Your role, ${consoleRoleLabels[consoleRoleOf(person.role)]}, may look but not do this. ${holdersOf(permission)} may.`;
}
