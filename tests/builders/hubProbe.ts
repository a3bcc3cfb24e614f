import { timeoutManager } from '@tanstack/query-core';
import * as Comlink from 'comlink';
import type { User } from '../../src/contracts/session.ts';
import { openMetaStore } from '../../src/store/meta.ts';
import { emptyDatabase, removeDatabase } from '../../src/store/removing.ts';
import { deviceKeyStore } from '../../src/store/deviceKeys.ts';
import { readUnsent } from '../../src/store/unsentRows.ts';
import { letGo, openWriteStore } from '../../src/store/write.ts';
import { createHubApi } from '../../src/workers/hub/api.ts';
import { createHub } from '../../src/workers/hub/hub.ts';
import { createFakePlatform } from './fakePlatform.ts';

/**
 * The hub in a real shared worker, with real IndexedDB, Web Locks and ports, over an in-memory platform. Query-core's timers run 100
 * times faster, so that a test sees intervals pass; nothing else is changed.
 */
const speed = 100;
timeoutManager.setTimeoutProvider({
  setTimeout: (run, ms) => setTimeout(run, (ms ?? 0) / speed),
  clearTimeout: (id) => clearTimeout(id),
  setInterval: (run, ms) => setInterval(run, (ms ?? 0) / speed),
  clearInterval: (id) => clearInterval(id),
});

const platform = createFakePlatform(() => Date.now());
const newId = () => crypto.randomUUID();
const setTimer = (delayMs: number, run: () => void) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};
const hub = createHub(
  {
    now: () => Date.now(),
    monotonic: () => Date.now(),
    random: () => 0.5,
    build: 'probe',
    pinIterations: 1_000,
    newId,
    setTimer,
    send: platform.send,
    openEventSource: platform.openEventSource,
    openWebSocket: () => ({ addEventListener: () => {}, send: () => {}, close: () => {} }),
    whenLockFree: (name) => navigator.locks.request(name, () => undefined),
    deleteCache: async (name) => {
      await caches.delete(name);
    },
    log: () => {},
  },
  {
    meta: openMetaStore(),
    open: (tenantId, userId, key, generation) => openWriteStore(tenantId, userId, null, key, generation),
    emptyDatabase: async (name, keep) => {
      await letGo(name);
      return emptyDatabase(name, keep);
    },
    removeDatabase,
    readUnsent,
    deviceKeys: deviceKeyStore,
  },
);

const lifeLock = new Promise<string>((resolve) => {
  const name = `probe-life:${newId()}`;
  void navigator.locks.request(name, () => {
    resolve(name);
    return new Promise<never>(() => {});
  });
});

const api = {
  ...createHubApi(hub, {
    now: () => Date.now(),
    build: 'probe',
    setTimer,
    release: () => {},
    lifeLock,
  }),
  // Access for tests to the platform and to the hub's internals.
  begin: () => hub.begin(),
  signIn: async (user: User) => platform.signIn(user),
  hello: async () => platform.hello(),
  count: async (path: string) => platform.count(path),
  openStreams: async () => platform.openStreams().length,
  pages: async () => hub.pages.count(),
  subscribed: async () => [...hub.pages.subscribed()],
  hasWindow: async () => 'window' in globalThis,
};
export type HubProbe = typeof api;

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports; // a connect event is a MessageEvent with its port
  if (port !== undefined) Comlink.expose(api, port);
});
