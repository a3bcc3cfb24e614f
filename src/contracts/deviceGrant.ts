/**
 * The device grant (RFC 8628) of the embedded provider. Used also where people sign in at an external provider: a display belongs to the
 * platform, and only its administrators approve it. Paths are on the console's own origin.
 */
export const deviceGrant = {
  clientId: 'ukweli-wall',
  authorizationPath: '/idp/device/auth',
  tokenPath: '/idp/oauth/token',
  grantType: 'urn:ietf:params:oauth:grant-type:device_code',
  scope: 'openid',
} as const;
