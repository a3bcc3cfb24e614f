import type { HubStatus } from '../../contracts/rpc.ts';
import { isHalted } from '../../domain/resourceFreshness.ts';

/** Why no user can be changed now, in words beside a disabled button; null when it can. */
export function barredBy(status: Pick<HubStatus, 'connection' | 'session' | 'killSwitch' | 'switchDoubt'>): string | null {
  const { connection, session } = status;
  if (isHalted(status)) return 'The platform is in read-only mode.';
  if (connection.state !== 'connected') return 'User management needs the network, and the platform cannot be reached just now.';
  if (session.phase !== 'signedIn' || !session.confirmed) return 'The platform has not confirmed yet who you are.';
  return null;
}
