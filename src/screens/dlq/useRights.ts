import { useSessionStatus } from '../../bridge/useHubStatus.ts';
import type { LoginRole } from '../../contracts/access.ts';
import { consoleRoleLabels, consoleRoleOf, permissionsOf } from '../../domain/access.ts';

const roles: readonly LoginRole[] = ['admin', 'bank_ops', 'operator', 'auditor'];
const permission = 'action:promote_dlq';
const holders = roles.filter((role) => permissionsOf(role).has(permission)).map((role) => consoleRoleLabels[consoleRoleOf(role)]);

/** Why this person may not promote; null for those who may (D-6, D-24). */
export function useBarredFromPromoting(): string | null {
  const session = useSessionStatus();
  if (session.phase !== 'signedIn') return 'Sign in to promote items';
  const { role } = session.user;
  if (permissionsOf(role).has(permission)) return null;
  return `Your role, ${consoleRoleLabels[consoleRoleOf(role)]}, may look but not promote. ${holders.join(' and ')} may.`;
}
