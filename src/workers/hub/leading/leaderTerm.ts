import type { Problem, Result } from '../../../contracts/problem.ts';
import { deviceKeyStore } from '../../../store/deviceKeys.ts';
import type { Term } from '../../../store/fence.ts';
import { openMetaStore } from '../../../store/meta.ts';
import { stopAndEmpty } from '../../../store/emptying.ts';
import { removeDatabase } from '../../../store/removing.ts';
import { readUnsent } from '../../../store/unsentRows.ts';
import { openWriteStore } from '../../../store/write.ts';
import { type ApiDeps, createHubApi } from '../api.ts';
import { createHub } from '../hub.ts';
import type { HubDeps } from '../deps.ts';
import type { LeaderTerm } from './workerNode.ts';

/**
 * Starts a leader term: creates a hub over this device's databases. It claims the term number first, so that the previous leader can
 * write nothing more.
 */
export function startLeaderTerm(hubDeps: HubDeps, apiDeps: ApiDeps): LeaderTerm {
  const meta = openMetaStore(hubDeps.newId);
  let term: Term | null = null;
  const isReplaced = async (): Promise<boolean> => {
    const holds = await meta.holdsTerm();
    return holds.ok && !holds.value;
  };
  const replaced: Problem = { code: 'cancelled', message: 'Another tab manages the stored data now.', retry: false };
  /** Emptying and removing databases is not fenced by the store, so a replaced hub must not begin it. */
  const asLeader = async (work: () => Promise<Result<null>>): Promise<Result<null>> =>
    (await isReplaced()) ? { ok: false, problem: replaced } : work();
  const hub = createHub(hubDeps, {
    meta,
    open: (tenantId, userId, key, generation) => openWriteStore(tenantId, userId, term, key, generation),
    emptyDatabase: (name, keep, encryptedAlone) => asLeader(() => stopAndEmpty(name, keep, encryptedAlone)),
    removeDatabase: (name) => asLeader(() => removeDatabase(name)),
    readUnsent,
    deviceKeys: {
      ...deviceKeyStore,
      // A replaced hub must not use or remove the current user's key either.
      alone: (work) =>
        deviceKeyStore.alone(async () => {
          if (await isReplaced()) throw new Error(replaced.message);
          return work();
        }),
    },
  });
  const begin = async (): Promise<void> => {
    const claimed = await meta.claimTerm();
    // Without a database there is nothing to fence; the error from opening it is shown (private mode).
    term = claimed.ok ? claimed.value : null;
    await hub.begin();
  };
  void begin();
  return {
    api: createHubApi(hub, apiDeps),
    end: async () => {
      await hub.end();
      meta.close();
    },
  };
}
