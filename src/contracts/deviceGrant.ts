/**
 * The device grant (RFC 8628) at the embedded provider, also where people sign in at another one: a display is the platform's own, and only its
 * administrators approve it. Paths are the console's own origin's.
 */
export const deviceGrant = {
  clientId: 'ukweli-wall',
  authorizationPath: '/idp/device/auth',
  tokenPath: '/idp/oauth/token',
  grantType: 'urn:ietf:params:oauth:grant-type:device_code',
  scope: 'openid',
} as const;
