import * as Comlink from 'comlink';
import type { HubApi } from '../../../contracts/rpc.ts';
import { z } from '../../../contracts/zod.ts';
import type { Channel } from './leadership.ts';
import { callsOf, type Join, joinSchema, type OpenWire, pagesOf, type RelayApi, type RelayPages } from './relay.ts';
import { standstillApi, underAnyName } from './standstill.ts';

/** The leader's id in the election, its channel to all workers, and the wires to single ones. */
export interface RelayHostDeps {
  readonly id: string;
  readonly channel: Channel;
  readonly openWire: OpenWire;
  readonly whenLockFree: (name: string) => Promise<void>;
  /** Relay version of this worker (`relayVersion`). */
  readonly words: number;
  readonly build: string;
}

/**
 * The leader's side: lets other workers' pages call this hub. Returns a function that ends it for all of them. A worker with another
 * relay version asks to join only if its build predates the rule in leadership.ts, and would steal the lead if it got no answer: it is
 * told to stand still, in messages it understands.
 */
export function hostRelays(hubDeps: RelayHostDeps, api: HubApi): () => void {
  const open = new Set<() => void>();

  const admit = ({ wire, lifeLock, words }: Join): void => {
    const calls = hubDeps.openWire(callsOf(wire));
    const back = hubDeps.openWire(pagesOf(wire));
    const pages = Comlink.wrap<RelayPages>(back);
    const isOurs = words === hubDeps.words;
    const served = isOurs ? api : standstillApi(hubDeps.build);
    const relayed: RelayApi = { ...served, attach: (about) => served.attach(about, (message) => pages.deliver(about.pageId, message)) };
    Comlink.expose(isOurs ? relayed : underAnyName(relayed), calls);
    const close = () => {
      if (!open.delete(close)) return;
      calls.close();
      back.close();
    };
    open.add(close);
    void hubDeps.whenLockFree(lifeLock).then(close);
    hubDeps.channel.postMessage({ kind: 'relay', says: 'joined', to: wire, wire, lifeLock: '', words: hubDeps.words } satisfies Join);
  };

  const stopListening = hubDeps.channel.listen((message) => {
    const parsed = z.safeParse(joinSchema, message);
    if (parsed.success && parsed.data.says === 'join' && parsed.data.to === hubDeps.id) admit(parsed.data);
  });
  return () => {
    stopListening();
    for (const close of open) close();
  };
}
