import type { Permission } from '../contracts/access.ts';
import type { Endpoint } from '../contracts/endpoint.ts';
import { endpoints } from '../contracts/endpoints.ts';
import type { ResourceKey } from '../contracts/rpc.ts';
import type { User } from '../contracts/session.ts';
import { permissionsOf } from './access.ts';
import { endpointFor, mayFetch, resourceKeys, windowOf } from './resources.ts';

/** What whoever holds a session may have. A person's follows from the login role; a wall display's from what it reads, and nothing else (K-10). */
export interface Rights {
  readonly permissions: ReadonlySet<Permission>;
  readonly mayFetch: (key: ResourceKey) => boolean;
  /** Whether this device holds the platform to its signed checkpoints (D-47). A wall asks for what its dashboards show and for nothing else. */
  readonly mayAskCheckpoints: boolean;
}

/** The rights of a user of either kind; platform, hub and pages all ask here. */
export function rightsOf({ role, display }: Pick<User, 'role' | 'display'>): Rights {
  if (display === undefined) {
    const permissions = permissionsOf(role);
    return { permissions, mayFetch: (key) => mayFetch(key, permissions), mayAskCheckpoints: true };
  }
  // What this build does not know, nobody asks for.
  const reads = resourceKeys.filter((key) => display.reads.includes(key));
  return { permissions: permissionsFor(reads), mayFetch: (key) => reads.some((read) => read === key), mayAskCheckpoints: false };
}

/** What these reads take, with the dashboard's own permission for kill switch and incidents. A history's is that of the figures, whose events are none of it: it brings no right to follow them (G-17). */
function permissionsFor(reads: readonly ResourceKey[]): ReadonlySet<Permission> {
  const needs = reads.filter((key) => windowOf(key) === null).map((key): Endpoint['needs'] => endpoints[endpointFor(key)].needs);
  return new Set(['view:dashboard' as const, ...needs.filter((need) => need !== 'public' && need !== 'session')]);
}
