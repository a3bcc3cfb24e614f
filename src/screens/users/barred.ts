import type { HubStatus } from '../../contracts/rpc.ts';
import { isHalted } from '../../domain/resourceFreshness.ts';

/** Why no user can be changed now, in words beside a disabled button; null when it can. */
export function barredBy({ connection, session }: Pick<HubStatus, 'connection' | 'session'>): string | null {
  if (connection.state !== 'connected') return 'User management needs the network, and the platform cannot be reached just now.';
  if (session.phase !== 'signedIn' || !session.confirmed) return 'The platform has not confirmed yet who you are.';
  return null;
}

/** Why a user can only be shut out now (domain/containment.ts), in words beside a button that does anything else; null when all can be done. */
export function haltedBy(status: Pick<HubStatus, 'connection' | 'killSwitch' | 'switchDoubt'>): string | null {
  return isHalted(status)
    ? 'The platform is in read-only mode: an account can only be deactivated, suspended or given a lower role.'
    : null;
}
