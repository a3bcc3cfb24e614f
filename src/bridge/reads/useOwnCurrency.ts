import { useSessionStatus } from '../hub/useHubStatus.ts';

/** The currency of the current tenant; empty while nobody is signed in, when no tenant data are shown. */
export function useOwnCurrency(): string {
  const session = useSessionStatus();
  return session.phase === 'signedIn' ? session.tenant.currency : '';
}
