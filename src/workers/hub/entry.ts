import * as Comlink from 'comlink';
import { openMetaStore } from '../../store/meta.ts';
import { openWriteStore, wipe } from '../../store/write.ts';
import { createHubApi } from './api.ts';
import { browserPorts } from './browserPorts.ts';
import { createHub } from './hub.ts';
import { joinLeadership } from './leadership.ts';

/**
 * Wires one hub to the world: the shared worker's ports, or this dedicated worker's own page where SharedWorker is missing. It
 * begins to work when it leads; until then it answers and says why it is quiet.
 */
let leading = false;
const hub = createHub(browserPorts, {
  meta: openMetaStore(browserPorts.newId),
  open: openWriteStore,
  remove: wipe,
  removeDatabase: deleteDatabase,
});
const api = createHubApi(hub, {
  now: browserPorts.now,
  build: browserPorts.build,
  setTimer: browserPorts.setTimer,
  leads: () => leading,
  lifeLock: holdLifeLock(),
  release: (deliver) => {
    // In the worker every callback is comlink's proxy of the page's.
    (deliver as Partial<Comlink.ProxyMethods>)[Comlink.releaseProxy]?.();
  },
});

const shared = 'onconnect' in globalThis;
if (shared) {
  addEventListener('connect', (event) => {
    const [port] = (event as MessageEvent).ports; // a connect event is a MessageEvent with its port
    if (port !== undefined) Comlink.expose(api, port);
  });
} else {
  Comlink.expose(api);
}

const channel = new BroadcastChannel('ukweli-hub');
joinLeadership(
  {
    build: browserPorts.build,
    setTimer: browserPorts.setTimer,
    bornAt: Date.now(),
    channel: {
      postMessage: (message) => channel.postMessage(message),
      listen: (listener) => channel.addEventListener('message', (event) => listener(event.data)),
    },
    requestLock: (name, hold, signal) => {
      navigator.locks.request(name, { signal }, hold).catch(() => {}); // leaving the queue rejects, on purpose
    },
  },
  {
    lead: () => {
      leading = true;
      void hub.begin();
    },
    wait: () =>
      hub.notify({
        kind: 'notice',
        level: 'warning',
        title: 'Another tab runs the console',
        text: shared
          ? 'An older version of the console is still finishing in another tab.'
          : 'This browser has no shared workers, so only one tab at a time is kept up to date.',
      }),
    supersede: () => {
      leading = false;
      return hub.standDown({
        kind: 'notice',
        level: 'warning',
        title: 'New version ready',
        text: 'A newer version of the console is open in another tab. Reload this one.',
      });
    },
  },
);

/** Held until this worker ends, however it ends: the browser lets it go, and every page knows. */
function holdLifeLock(): Promise<string> {
  const name = `ukweli-hub-life:${browserPorts.newId()}`;
  return new Promise((resolve) => {
    void navigator.locks.request(name, () => {
      resolve(name);
      return new Promise<never>(() => {});
    });
  });
}

function deleteDatabase(name: string): ReturnType<typeof wipe> {
  return new Promise((resolve) => {
    const deleting = indexedDB.deleteDatabase(name);
    deleting.onsuccess = () => resolve({ ok: true, value: null });
    deleting.onerror = () =>
      resolve({ ok: false, problem: { code: 'storage', message: 'Data on this device could not be removed.', retry: true } });
    // `blocked` is not an end: the connection that blocks is told to close, and success follows.
  });
}
