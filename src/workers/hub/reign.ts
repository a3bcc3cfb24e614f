import type { Result } from '../../contracts/problem.ts';
import type { Term } from '../../store/fence.ts';
import { openMetaStore } from '../../store/meta.ts';
import { openWriteStore, wipe } from '../../store/write.ts';
import { type ApiPorts, createHubApi } from './api.ts';
import { createHub } from './hub.ts';
import type { HubPorts } from './ports.ts';
import type { Reign } from './station.ts';

/** Makes a hub over this device's databases and sets it to work: it claims its term first, so that whoever led before writes nothing more. */
export function startReign(ports: HubPorts, apiPorts: ApiPorts, removeDatabase: (name: string) => Promise<Result<null>>): Reign {
  const meta = openMetaStore(ports.newId);
  let term: Term | null = null;
  const hub = createHub(ports, {
    meta,
    open: (tenantId, userId, key) => openWriteStore(tenantId, userId, term, key),
    remove: async (tenantId, userId) => {
      // A deletion is no transaction and cannot be fenced: a hub that has been replaced must not begin one.
      const holds = await meta.holdsTerm();
      if (holds.ok && !holds.value)
        return { ok: false, problem: { code: 'cancelled', message: 'Another tab decides about the stored data now.', retry: false } };
      return wipe(tenantId, userId);
    },
    removeDatabase,
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
