import { useSessionStatus } from './useHubStatus.ts';

/** The currency of the tenant that the person works in; empty while nobody is in, when nothing of a tenant is shown. */
export function useOwnCurrency(): string {
  const session = useSessionStatus();
  return session.phase === 'signedIn' ? session.tenant.currency : '';
}
