import type { Identity } from './identity.ts';

/** What the service worker does with a request: answer a navigation with the shell, answer an API read network first, or leave it alone. */
export type Decision = 'shell' | 'read' | 'pass';

/** The parts of a request that the decision depends on. */
export interface Asked {
  readonly method: string;
  /** 'navigate' for the address bar, links and reloads. */
  readonly mode: string;
  /** The hub requests with `no-store`: it must store the platform's own answers, never cached ones (F-32). */
  readonly cache: string;
  /** Checked for the header that names the caller's tenant. */
  readonly headers: Pick<Headers, 'has'>;
}

/** Never handled here: the platform's own pages and calls, and the recovery page, which must not depend on this worker (D-30). */
const notConsole = [/^\/api\//, /^\/idp(\/|$)/, /^\/recover\.html$/, /^\/(healthz|readyz|metrics)$/];

/** Converts a template of the endpoint table, `/api/verifications/{vrfId}`, to a pattern for its paths. */
export function patternOf(template: string): RegExp {
  const parts = template.split('/').map((part) => (/^\{\w+\}$/.test(part) ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${parts.join('/')}$`);
}

/**
 * Decides by the request alone. `readable` holds the patterns of the calls marked `cache: 'sw'` in the endpoint table: all others
 * (streams, polling, sign-in, files, signed addresses, exports, administration) are never handled by this worker.
 */
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

/** Name of the cache of one user of one tenant on this device (FINDINGS: a shared cache with or without Vary leaks or evicts). */
export function cacheNameOf(identity: Identity): string {
  return `ukweli-api:${identity.tenantId}:${identity.userId}`;
}

/**
 * Whether the person at the console is still the one the handler started for. A purge raises or removes the epoch before it deletes
 * caches, so an answer under way during a purge is recognised here and not stored.
 */
export function sameHolder(before: Identity | null, now: Identity | null): boolean {
  // Both come from `identityOf`: the same three members in the same order.
  return before !== null && JSON.stringify(before) === JSON.stringify(now);
}

/** The addresses to remove when a cache holds more than `most`: the oldest, since caches list entries in order of insertion. */
export function surplus<T>(oldestFirst: readonly T[], most: number): readonly T[] {
  return oldestFirst.slice(0, -most);
}
