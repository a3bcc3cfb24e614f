import type { HubStatus } from '../../contracts/rpc.ts';

/** Why no user can be changed now, in words beside a disabled button; null when it can. */
export function barredBy({ connection, session, killSwitch }: Pick<HubStatus, 'connection' | 'session' | 'killSwitch'>): string | null {
  if (killSwitch?.active === true) return 'The platform is in read-only mode.';
  if (connection.state !== 'connected') return 'User management needs the network, and the platform cannot be reached just now.';
  if (session.phase !== 'signedIn' || !session.confirmed) return 'The platform has not confirmed yet who you are.';
  return null;
}
