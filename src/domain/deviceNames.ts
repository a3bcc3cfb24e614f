/** Names of what the console keeps on a device for one person, so that whoever wipes finds all that others wrote. */

/** Cache Storage: API answers kept by the service worker. */
export function apiCacheName(tenantId: string, userId: string): string {
  return `ukweli-api:${tenantId}:${userId}`;
}

/** IndexedDB: answers of reads on demand, written by pages. Apart from the rows, which only the hub writes. */
export function queryDatabaseName(tenantId: string, userId: string): string {
  return `ukweli-queries:${tenantId}:${userId}`;
}
