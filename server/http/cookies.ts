import type { ServerConfig } from '../config.ts';

/** Name of the session's cookie: `__Host-` ties it to this very host over https, so that a sister domain cannot toss one in. */
export function sessionCookieName(config: ServerConfig): string {
  return config.secure ? '__Host-ukweli_session' : 'ukweli_session';
}

/** Name of the cookie by which a device that once signed in is told from a stranger's (see signIn.ts). */
export function deviceCookieName(config: ServerConfig): string {
  return config.secure ? '__Host-ukweli_device' : 'ukweli_device';
}

/** How long a device's mark lasts, seconds. */
const deviceMarkMaxAgeS = 180 * 24 * 3600;

/** The Set-Cookie value by which a device is known to the account that has just proved itself on it. */
export function deviceCookie(config: ServerConfig, mark: string): string {
  return cookie(config, deviceCookieName(config), mark, deviceMarkMaxAgeS);
}

/** The Set-Cookie value of a session's token; null: until the browser is closed, as where an app lock stands before what it opens (D-55). Seconds. */
export function sessionCookie(config: ServerConfig, token: string, maxAgeS: number | null): string {
  return cookie(config, sessionCookieName(config), token, maxAgeS);
}

/** A Set-Cookie value: HttpOnly, SameSite=Lax, whole host, Secure off localhost. `maxAgeS` 0 removes it, null leaves it until the browser is closed. */
export function cookie(config: Pick<ServerConfig, 'secure'>, name: string, value: string, maxAgeS: number | null): string {
  const lasts = maxAgeS === null ? '' : ` Max-Age=${maxAgeS};`;
  return `${name}=${value}; Path=/;${lasts} HttpOnly; SameSite=Lax${config.secure ? '; Secure' : ''}`;
}

/** One cookie of a request. When a name comes twice somebody tossed one in: neither counts. */
export function readCookie(header: string | undefined, name: string): string | null {
  const values = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
  const [value] = values;
  return values.length === 1 && value !== undefined && /^[\w.-]{1,512}$/.test(value) ? value : null;
}
