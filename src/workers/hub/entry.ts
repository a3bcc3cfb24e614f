import * as Comlink from 'comlink';
import type { HubMessage } from '../../contracts/rpc.ts';
import { browserPorts } from './browserPorts.ts';
import { startReign } from './reign.ts';
import { relayWords } from './relay.ts';
import { createStation } from './station.ts';

/** Wires one worker to the world: a shared worker's ports, or this dedicated worker's own page where SharedWorker is missing. */
const { newId, now, build, setTimer, whenLockFree } = browserPorts;
const id = newId();
const lifeLock = `ukweli-hub-life:${id}`;
/** Held until this worker ends, however it ends: the browser lets it go, and every page and every other worker knows. */
const alive = new Promise<void>((resolve) => {
  void navigator.locks.request(lifeLock, () => {
    resolve();
    return new Promise<never>(() => {});
  });
});
const channel = new BroadcastChannel('ukweli-hub');
const api = createStation({
  id,
  build,
  bornAt: now(),
  lifeLock,
  words: relayWords,
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
  reign: () => startReign(browserPorts, { now, build, setTimer, lifeLock: alive.then(() => lifeLock), release: () => {} }),
});

if ('onconnect' in globalThis) {
  addEventListener('connect', (event) => {
    const [port] = (event as MessageEvent).ports; // a connect event is a MessageEvent with its port
    if (port !== undefined) Comlink.expose(api, port);
  });
} else {
  Comlink.expose(api);
}
