import { usePerson } from '../../bridge/useMay.ts';
import { consoleRoleLabels, holdersOf } from '../../domain/access.ts';

/** Why this person may not promote; null for those who may (D-6, D-24). */
export function useBarredFromPromoting(): string | null {
  const person = usePerson();
  if (person === null) return 'Sign in to promote items';
  if (person.permissions.has('action:promote_dlq')) return null;
  return `Your role, ${consoleRoleLabels[person.active]}, may look but not promote. ${holdersOf('action:promote_dlq')} may.`;
}
