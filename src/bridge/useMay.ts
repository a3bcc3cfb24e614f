import type { Permission } from '../contracts/access.ts';
import { consoleRoleLabels, holdersOf } from '../domain/access.ts';
import { usePerson } from './usePerson.ts';

/** Why this person may not do what takes `permission`, in words beside a disabled button; null for those who may (D-6). */
export function useBarred(permission: Permission): string | null {
  const person = usePerson();
  if (person === null) return 'Sign in first';
  if (person.permissions.has(permission)) return null;
  return `Your role, ${consoleRoleLabels[person.active]}, may look but not do this. ${holdersOf(permission)} may.`;
}
