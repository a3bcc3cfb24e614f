import type { Permission } from '../../contracts/access.ts';
import type { ResourceKey } from '../../contracts/rpc.ts';
import type { User } from '../../contracts/session.ts';
import { permissionsOf } from './access.ts';
import { mayFetch, needsOf, resourceKeys, windowOf } from '../freshness/resources.ts';

/** The rights of a session. A person's follow from the login role; a wall display's only from what it reads (K-10). */
export interface Rights {
  readonly permissions: ReadonlySet<Permission>;
  readonly mayFetch: (key: ResourceKey) => boolean;
  /** Whether this device checks the platform against its signed checkpoints (D-47). A wall requests only what its dashboards show. */
  readonly mayAskCheckpoints: boolean;
}

/** The rights of a user of either kind; used by platform, hub and pages. */
export function rightsOf({ role, display }: Pick<User, 'role' | 'display'>): Rights {
  if (display === undefined) {
    const permissions = permissionsOf(role);
    return { permissions, mayFetch: (key) => mayFetch(key, permissions), mayAskCheckpoints: true };
  }
  // Reads unknown to this build are ignored.
  const reads = resourceKeys.filter((key) => display.reads.includes(key));
  return { permissions: permissionsFor(reads), mayFetch: (key) => reads.some((read) => read === key), mayAskCheckpoints: false };
}

/**
 * The permissions for these reads, plus the dashboard's own for kill switch and incidents. Histories are excluded: they do not grant the
 * right to follow the events of their figures (G-17).
 */
function permissionsFor(reads: readonly ResourceKey[]): ReadonlySet<Permission> {
  const needs = reads.filter((key) => windowOf(key) === null).map(needsOf);
  return new Set(['view:dashboard' as const, ...needs.filter((need) => need !== 'public' && need !== 'session')]);
}
