import * as Comlink from 'comlink';
import type { HubMessage } from '../../contracts/rpc.ts';
import { browserDeps } from './browserDeps.ts';
import { startLeaderTerm } from './leading/leaderTerm.ts';
import { relayVersion } from './leading/relay.ts';
import { createWorkerNode } from './leading/workerNode.ts';

/** Wires one worker to the browser: a shared worker's ports, or this dedicated worker's own page where SharedWorker is missing. */
const { newId, now, build, setTimer, whenLockFree } = browserDeps;
const id = newId();
const lifeLock = `ukweli-hub-life:${id}`;
/** Held until this worker ends. The browser releases it however the worker ends, and all pages and other workers notice. */
const alive = new Promise<void>((resolve) => {
  void navigator.locks.request(lifeLock, () => {
    resolve();
    return new Promise<never>(() => {});
  });
});
const channel = new BroadcastChannel('ukweli-hub');
const api = createWorkerNode({
  id,
  build,
  bornAt: now(),
  lifeLock,
  words: relayVersion,
  alive,
  newId,
  now,
  setTimer,
  whenLockFree,
  release: (deliver: (message: HubMessage) => void) => {
    // In the worker every callback is comlink's proxy of the page's.
    (deliver as Partial<Comlink.ProxyMethods>)[Comlink.releaseProxy]?.();
  },
  requestLock: (name, options, hold) => navigator.locks.request(name, options, hold),
  channel: {
    postMessage: (message) => channel.postMessage(message),
    listen: (listener) => {
      const heard = (event: MessageEvent) => listener(event.data);
      channel.addEventListener('message', heard);
      return () => channel.removeEventListener('message', heard);
    },
  },
  openWire: (name) => new BroadcastChannel(name),
  leaderTerm: () => startLeaderTerm(browserDeps, { now, build, setTimer, lifeLock: alive.then(() => lifeLock), release: () => {} }),
});

if ('onconnect' in globalThis) {
  addEventListener('connect', (event) => {
    const [port] = (event as MessageEvent).ports; // a connect event is a MessageEvent with its port
    if (port !== undefined) Comlink.expose(api, port);
  });
} else {
  Comlink.expose(api);
}
