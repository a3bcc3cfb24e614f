import type { Result } from '../../contracts/problem.ts';
import { apiCacheName, queryDatabaseName } from '../../domain/deviceNames.ts';
import type { MetaStore } from '../../store/types.ts';

export interface WipeWorld {
  readonly meta: Pick<MetaStore, 'readSession' | 'writeSession'>;
  /** Removes one person's rows. */
  readonly remove: (tenantId: string, userId: string) => Promise<Result<null>>;
  readonly removeDatabase: (name: string) => Promise<Result<null>>;
  readonly deleteCache: (name: string) => Promise<void>;
  /** Whether this person is in, now that the machine has decided (rights changed: rows go, the person stays). */
  readonly isIn: (tenantId: string, userId: string) => boolean;
  /** Whether this person stays at the console, in this tenant or another one. */
  readonly remains: (userId: string) => boolean;
  /** Takes the app lock of somebody off this device. */
  readonly forgetLock: (userId: string) => Promise<void>;
}

/**
 * Removes everything this device keeps of one person. The service worker's mark goes first and its cache last: an answer that
 * was under way is then either seen by the worker to be nobody's, or was put before the cache went (src/sw/reads.ts). The
 * remembered session stays, locked, until the machine clears it: after a crash in here the wipe is done again.
 */
export function createWipe(world: WipeWorld): (tenantId: string, userId: string) => Promise<Result<null>> {
  return async (tenantId, userId) => {
    const held = await world.meta.readSession();
    const session = held.ok && held.value?.user.id === userId && held.value.tenant.tenantId === tenantId ? held.value : null;
    const outcomes: Result<null>[] = [];
    if (session !== null) outcomes.push(await world.meta.writeSession({ ...session, locked: true }));
    outcomes.push(await world.remove(tenantId, userId), await world.removeDatabase(queryDatabaseName(tenantId, userId)));
    await world.deleteCache(apiCacheName(tenantId, userId));
    if (!world.remains(userId)) await world.forgetLock(userId);
    if (session !== null && world.isIn(tenantId, userId)) outcomes.push(await world.meta.writeSession(session));
    return outcomes.find((outcome) => !outcome.ok) ?? { ok: true, value: null };
  };
}
