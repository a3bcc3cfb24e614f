import type { QueryClient } from '@tanstack/react-query';
import type { ConsoleRole, LoginRole } from '../../contracts/access.ts';
import { consoleRoleOf } from '../../domain/accounts/access.ts';
import { activeRole } from './activeRole.ts';
import { hub } from '../hub/hub.ts';
import { usePersonQueries } from '../reads/personQueries.ts';

/**
 * Shows the console in another role from now on, on this device. Cached data are no longer trusted: the hub and this page's reads on
 * demand fetch all of them again (C-59).
 */
function switchRole(client: QueryClient, own: LoginRole, role: ConsoleRole): void {
  // For the account's own role nothing is stored: a role the account loses later must not come back by itself.
  activeRole.choose(role === consoleRoleOf(own) ? null : role);
  void hub.invalidate();
  void client.invalidateQueries();
}

/** See `switchRole`; the caller decides who may use it. */
export function useSwitchRole(): (own: LoginRole, role: ConsoleRole) => void {
  const client = usePersonQueries();
  return (own, role) => switchRole(client, own, role);
}
