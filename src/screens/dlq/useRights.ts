import { usePerson } from '../../bridge/acts/useMay.ts';
import { commands } from '../../domain/commands/commands.ts';
import { notAllowedLabels } from '../../domain/accounts/access.ts';

/** Why this person may not promote; null if they may (D-6, D-24). */
export function usePromotingDisabledReason(): string | null {
  const { needs } = commands.promote;
  const person = usePerson();
  if (person === null) return 'Sign in to promote items';
  if (person.permissions.has(needs)) return null;
  return notAllowedLabels(person.active, 'promote', needs);
}
