import * as Comlink from 'comlink';
import type { HubApi } from '../../contracts/rpc.ts';
import { z } from '../../contracts/zod.ts';
import type { Channel } from './leadership.ts';
import { callsOf, type Join, joinSchema, type OpenWire, pagesOf, type RelayApi, type RelayPages, relayWords } from './relay.ts';

export interface RelayHostPorts {
  readonly id: string;
  readonly channel: Channel;
  readonly openWire: OpenWire;
  readonly whenLockFree: (name: string) => Promise<void>;
}

/** The leader's side: lets other workers' pages ask this hub. Answers what ends it for all of them. */
export function hostRelays(ports: RelayHostPorts, api: HubApi): () => void {
  const open = new Set<() => void>();

  const admit = ({ wire, lifeLock }: Join): void => {
    const calls = ports.openWire(callsOf(wire));
    const back = ports.openWire(pagesOf(wire));
    const pages = Comlink.wrap<RelayPages>(back);
    const relayed: RelayApi = { ...api, attach: (about) => api.attach(about, (message) => pages.deliver(about.pageId, message)) };
    Comlink.expose(relayed, calls);
    const close = () => {
      if (!open.delete(close)) return;
      calls.close();
      back.close();
    };
    open.add(close);
    void ports.whenLockFree(lifeLock).then(close);
    ports.channel.postMessage({ kind: 'relay', says: 'joined', to: wire, wire, lifeLock: '', words: relayWords } satisfies Join);
  };

  const stopListening = ports.channel.listen((message) => {
    const parsed = z.safeParse(joinSchema, message);
    if (parsed.success && parsed.data.says === 'join' && parsed.data.to === ports.id && parsed.data.words === relayWords)
      admit(parsed.data);
  });
  return () => {
    stopListening();
    for (const close of open) close();
  };
}
