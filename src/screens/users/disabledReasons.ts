import type { HubStatus } from '../../contracts/rpc.ts';
import { isHalted } from '../../domain/freshness/resourceFreshness.ts';

/** Why no user can be changed now, as text beside a disabled button; null if they can. */
export function disabledBecauseOf({ connection, session }: Pick<HubStatus, 'connection' | 'session'>): string | null {
  if (connection.state !== 'connected') return 'User management needs the network, and the platform cannot be reached right now.';
  if (session.phase !== 'signedIn' || !session.confirmed) return 'The platform has not confirmed yet who you are.';
  return null;
}

/** Why access can only be restricted now (domain/accounts/containment.ts), as text beside all other buttons; null if everything is possible. */
export function haltedBy(status: Pick<HubStatus, 'connection' | 'killSwitch' | 'switchDoubt'>): string | null {
  return isHalted(status)
    ? 'The platform is in read-only mode: an account can only be deactivated, suspended or given a lower role.'
    : null;
}
