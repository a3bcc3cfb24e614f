import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { ConsoleRole, LoginRole } from '../contracts/access.ts';
import { consoleRoleOf } from '../domain/access.ts';
import { activeRole } from './activeRole.ts';
import { hub } from './hub.ts';

/**
 * Sees the console in another role from now on, on this device. What was cached is not taken for good any more: all of it is asked for again, by the hub and by
 * the reads on demand of this page (C-59).
 */
function switchRole(client: QueryClient, own: LoginRole, role: ConsoleRole): void {
  // Back in the account's own role nothing is kept: a role that the account loses later must not come back by itself.
  activeRole.choose(role === consoleRoleOf(own) ? null : role);
  void hub.invalidate();
  void client.invalidateQueries();
}

/** See `switchRole`; who may is judged by whoever offers it. */
export function useSwitchRole(): (own: LoginRole, role: ConsoleRole) => void {
  const client = useQueryClient();
  return (own, role) => switchRole(client, own, role);
}
