/** Names of everything the console stores on a device for one person, so that a wipe finds it all. */

/** Cache Storage: API answers cached by the service worker. */
export function apiCacheName(tenantId: string, userId: string): string {
  return `ukweli-api:${tenantId}:${userId}`;
}

/** IndexedDB: answers of on-demand reads, written by pages. Separate from the rows, which only the hub writes. */
export function queryDatabaseName(tenantId: string, userId: string, generation = 0): string {
  return inGeneration(`ukweli-queries:${tenantId}:${userId}`, generation);
}

/**
 * A database's name after `generation` earlier ones could not be removed from this device and were abandoned (src/store/meta.ts); usually
 * 0, which leaves it unchanged.
 */
export function inGeneration(name: string, generation: number): string {
  return generation === 0 ? name : `${name}~${generation}`;
}
