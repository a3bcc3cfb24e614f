import type { ServerConfig } from '../config.ts';

/** Name of the session cookie. `__Host-` binds it to this host over https, so that a sibling domain cannot set it. */
export function sessionCookieName(config: ServerConfig): string {
  return config.secure ? '__Host-ukweli_session' : 'ukweli_session';
}

/** Name of the cookie that marks a known device of an account (see signIn.ts). */
export function deviceCookieName(config: ServerConfig): string {
  return config.secure ? '__Host-ukweli_device' : 'ukweli_device';
}

/** Lifetime of a known device's mark, seconds. */
const deviceMarkMaxAgeS = 180 * 24 * 3600;

/** The Set-Cookie value that marks a device as known, set after the account signed in on it. */
export function deviceCookie(config: ServerConfig, mark: string): string {
  return cookie(config, deviceCookieName(config), mark, deviceMarkMaxAgeS);
}

/** The Set-Cookie value for a session token. `maxAgeS` in seconds; null: until the browser is closed, used under an app lock (D-55). */
export function sessionCookie(config: ServerConfig, token: string, maxAgeS: number | null): string {
  return cookie(config, sessionCookieName(config), token, maxAgeS);
}

/**
 * A Set-Cookie value: HttpOnly, SameSite=Lax, whole host, Secure off localhost. `maxAgeS` 0 deletes the cookie, null keeps it until the
 * browser is closed.
 */
export function cookie(config: Pick<ServerConfig, 'secure'>, name: string, value: string, maxAgeS: number | null): string {
  const lasts = maxAgeS === null ? '' : ` Max-Age=${maxAgeS};`;
  return `${name}=${value}; Path=/;${lasts} HttpOnly; SameSite=Lax${config.secure ? '; Secure' : ''}`;
}

/** Reads one cookie of a request. If the name occurs twice, an attacker may have set one: returns null. */
export function readCookie(header: string | undefined, name: string): string | null {
  const values = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
  const [value] = values;
  return values.length === 1 && value !== undefined && /^[\w.-]{1,512}$/.test(value) ? value : null;
}
