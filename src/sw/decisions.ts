import type { Identity } from './identity.ts';

/** What the service worker does with a request: answer a navigation with the shell, answer an API read network first, or keep out of it. */
export type Decision = 'shell' | 'read' | 'pass';

/** The parts of a request that the decision rests on. */
export interface Asked {
  readonly method: string;
  /** 'navigate' for the address bar, links and reloads. */
  readonly mode: string;
  /** The hub asks with `no-store`: what it stores is the platform's answer when it comes, and never a kept one (F-32). */
  readonly cache: string;
  /** Asked for the tenant that the caller names. */
  readonly headers: Pick<Headers, 'has'>;
}

/** Never the console's: the platform's own pages and calls, and the way out of a broken console, which must not depend on this worker (D-30). */
const notConsole = [/^\/api\//, /^\/idp(\/|$)/, /^\/recover\.html$/, /^\/(healthz|readyz|metrics)$/];

/** A template of the endpoint table, `/api/verifications/{vrfId}`, as the pattern of the paths it stands for. */
export function patternOf(template: string): RegExp {
  const parts = template.split('/').map((part) => (/^\{\w+\}$/.test(part) ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${parts.join('/')}$`);
}

/** Decides by the request alone. `readable` holds the patterns of the calls the endpoint table marks `cache: 'sw'`: what is not on that list (streams,
 * polling, sign-in, files, signed addresses, exports, administration) never goes through this worker's hands. */
export function decide(asked: Asked, { origin, pathname }: URL, ownOrigin: string, readable: readonly RegExp[]): Decision {
  if (asked.method !== 'GET' || origin !== ownOrigin) return 'pass';
  if (asked.mode === 'navigate') return notConsole.some((pattern) => pattern.test(pathname)) || isFile(pathname) ? 'pass' : 'shell';
  return asked.cache !== 'no-store' && asked.headers.has('X-Tenant-ID') && readable.some((pattern) => pattern.test(pathname))
    ? 'read'
    : 'pass';
}

/** A path that names a file (`/manifest.webmanifest`, `/screenshots/overview.png`) is opened as that file. */
function isFile(pathname: string): boolean {
  return /\.[a-z0-9]+$/i.test(pathname);
}

/** Name of the one cache that a tenant's user has on this device (FINDINGS: a shared cache with or without Vary leaks or evicts). */
export function cacheNameOf(identity: Identity): string {
  return `ukweli-api:${identity.tenantId}:${identity.userId}`;
}

/** Whether the person at the console is still the one the handler started for. A purge raises or removes the epoch before it deletes caches, so an
 * answer that was under way during a purge is recognised here and not stored. */
export function sameHolder(before: Identity | null, now: Identity | null): boolean {
  // Both as `identityOf` makes them: the same three parts in the same order.
  return before !== null && JSON.stringify(before) === JSON.stringify(now);
}

/** Which of a cache's addresses go when it holds more than `most`: the oldest, caches listing what was put first first. */
export function surplus<T>(oldestFirst: readonly T[], most: number): readonly T[] {
  return oldestFirst.slice(0, -most);
}
