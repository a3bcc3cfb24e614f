import * as Comlink from 'comlink';
import type { HubApi } from '../../contracts/rpc.ts';
import { z } from '../../contracts/zod.ts';
import type { Channel } from './leadership.ts';
import { callsOf, type Join, joinSchema, type OpenWire, pagesOf, type RelayApi, type RelayPages } from './relay.ts';
import { standstillApi } from './standstill.ts';

export interface RelayHostPorts {
  readonly id: string;
  readonly channel: Channel;
  readonly openWire: OpenWire;
  readonly whenLockFree: (name: string) => Promise<void>;
  /** Number of the words this worker speaks (`relayWords`). */
  readonly words: number;
  readonly build: string;
}

/**
 * The leader's side: lets other workers' pages ask this hub. Answers what ends it for all of them. A worker of other words asks to be let in only where its
 * build is older than that rule (leadership.ts), and would take the lead from whoever does not answer: it is told to stand still, in words it has.
 */
export function hostRelays(ports: RelayHostPorts, api: HubApi): () => void {
  const open = new Set<() => void>();

  const admit = ({ wire, lifeLock, words }: Join): void => {
    const calls = ports.openWire(callsOf(wire));
    const back = ports.openWire(pagesOf(wire));
    const pages = Comlink.wrap<RelayPages>(back);
    const served = words === ports.words ? api : standstillApi(ports.build);
    const relayed: RelayApi = { ...served, attach: (about) => served.attach(about, (message) => pages.deliver(about.pageId, message)) };
    Comlink.expose(relayed, calls);
    const close = () => {
      if (!open.delete(close)) return;
      calls.close();
      back.close();
    };
    open.add(close);
    void ports.whenLockFree(lifeLock).then(close);
    ports.channel.postMessage({ kind: 'relay', says: 'joined', to: wire, wire, lifeLock: '', words: ports.words } satisfies Join);
  };

  const stopListening = ports.channel.listen((message) => {
    const parsed = z.safeParse(joinSchema, message);
    if (parsed.success && parsed.data.says === 'join' && parsed.data.to === ports.id) admit(parsed.data);
  });
  return () => {
    stopListening();
    for (const close of open) close();
  };
}
