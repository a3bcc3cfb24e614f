import type { ServerConfig } from '../config.ts';

/** SHA-256 of the empty string: emotion inserts an empty style element and fills it through insertRule (FINDINGS). */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** The content security policy. `connectOrigins` are external identity providers. */
export function contentSecurityPolicy(connectOrigins: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${emptyStyle}`,
    `connect-src ${["'self'", ...connectOrigins].join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types app-scripts',
  ].join('; ');
}

/** Headers of every answer, errors included, besides the content security policy (contentPolicy.ts). */
export function securityHeaders(config: ServerConfig): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    // Not no-referrer: it makes the Origin of a form post 'null', but the sign-in page's check needs the Origin.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': [
      ...[
        'accelerometer',
        'autoplay',
        'camera',
        'display-capture',
        'encrypted-media',
        'geolocation',
        'gyroscope',
        'magnetometer',
        'microphone',
        'midi',
        'payment',
        'picture-in-picture',
        'usb',
      ].map((feature) => `${feature}=()`),
      ...[
        'clipboard-read',
        'clipboard-write',
        'fullscreen',
        'publickey-credentials-create',
        'publickey-credentials-get',
        'screen-wake-lock',
      ].map((feature) => `${feature}=(self)`),
    ].join(', '),
    ...(config.secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}
