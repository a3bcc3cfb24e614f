import { screenHref } from '../../domain/screens/link.ts';
import type { ConfigResponse } from '../../contracts/platformConfig.ts';

/** The URL at which the provider forgets the person too (C-77). Separate from oidc.ts, whose library is needed only for sign-in. */
export function providerLogoutUrl(oidc: NonNullable<ConfigResponse['oidc']>, origin: string): string {
  const url = new URL(oidc.logoutEndpoint);
  url.searchParams.set('client_id', oidc.clientId);
  url.searchParams.set(oidc.logoutReturn ?? 'returnTo', `${origin}${screenHref('login')}`);
  return url.href;
}
