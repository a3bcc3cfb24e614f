/** Names of what the console keeps on a device for one person, so that whoever wipes finds all that others wrote. */

/** Cache Storage: API answers kept by the service worker. */
export function apiCacheName(tenantId: string, userId: string): string {
  return `ukweli-api:${tenantId}:${userId}`;
}

/** IndexedDB: answers of reads on demand, written by pages. Apart from the rows, which only the hub writes. */
export function queryDatabaseName(tenantId: string, userId: string, generation = 0): string {
  return inGeneration(`ukweli-queries:${tenantId}:${userId}`, generation);
}

/** A database's name once `generation` others of it could not be removed from this device and were abandoned (src/store/meta.ts); 0, the rule, leaves it as it is. */
export function inGeneration(name: string, generation: number): string {
  return generation === 0 ? name : `${name}~${generation}`;
}
