import type { ConfigResponse } from '../../contracts/platformConfig.ts';

/** Where to go so that the provider forgets the person too (C-77). Apart from oidc.ts, whose library is needed at sign-in alone. */
export function providerLogoutUrl(oidc: NonNullable<ConfigResponse['oidc']>, origin: string): string {
  const url = new URL(oidc.logoutEndpoint);
  url.searchParams.set('client_id', oidc.clientId);
  url.searchParams.set(oidc.logoutReturn ?? 'returnTo', `${origin}/login`);
  return url.href;
}
