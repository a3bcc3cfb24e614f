import type { Problem, Result } from '../../contracts/problem.ts';
import { deviceKeyStore } from '../../store/deviceKeys.ts';
import type { Term } from '../../store/fence.ts';
import { openMetaStore } from '../../store/meta.ts';
import { emptyDatabase, removeDatabase } from '../../store/removing.ts';
import { readUnsent } from '../../store/unsentRows.ts';
import { letGo, openWriteStore } from '../../store/write.ts';
import { type ApiPorts, createHubApi } from './api.ts';
import { createHub } from './hub.ts';
import type { HubPorts } from './ports.ts';
import type { Reign } from './station.ts';

/** Makes a hub over this device's databases and sets it to work: it claims its term first, so that whoever led before writes nothing more. */
export function startReign(ports: HubPorts, apiPorts: ApiPorts): Reign {
  const meta = openMetaStore(ports.newId);
  let term: Term | null = null;
  const isReplaced = async (): Promise<boolean> => {
    const holds = await meta.holdsTerm();
    return holds.ok && !holds.value;
  };
  const replaced: Problem = { code: 'cancelled', message: 'Another tab decides about the stored data now.', retry: false };
  /** What empties or removes is not written by the store and not fenced by it: a hub that has been replaced must not begin it. */
  const asLeader = async (work: () => Promise<Result<null>>): Promise<Result<null>> =>
    (await isReplaced()) ? { ok: false, problem: replaced } : work();
  const hub = createHub(ports, {
    meta,
    open: (tenantId, userId, key, generation) => openWriteStore(tenantId, userId, term, key, generation),
    emptyDatabase: (name, keep, sealedAlone) =>
      asLeader(async () => {
        await letGo(name);
        return emptyDatabase(name, keep, sealedAlone);
      }),
    removeDatabase: (name) => asLeader(() => removeDatabase(name)),
    readUnsent,
    deviceKeys: {
      ...deviceKeyStore,
      // Nor does it spend or take the key of whoever is in now.
      alone: (work) =>
        deviceKeyStore.alone(async () => {
          if (await isReplaced()) throw new Error(replaced.message);
          return work();
        }),
    },
  });
  const begin = async (): Promise<void> => {
    const claimed = await meta.claimTerm();
    // Without a database there is nothing to fence; what opening it says is shown (private mode).
    term = claimed.ok ? claimed.value : null;
    await hub.begin();
  };
  void begin();
  return {
    api: createHubApi(hub, apiPorts),
    end: async () => {
      await hub.end();
      meta.close();
    },
  };
}
