import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { vi } from 'vitest';
import type { Result } from '../../src/contracts/problem.ts';
import type { HubMessage, HubStatus } from '../../src/contracts/rpc.ts';
import { openMetaStore } from '../../src/store/meta.ts';
import { databaseName } from '../../src/store/schema.ts';
import { stopAndEmpty } from '../../src/store/emptying.ts';
import { removeDatabase } from '../../src/store/removing.ts';
import { memoryDeviceKeys } from './deviceKeys.ts';
import { readUnsent } from '../../src/store/unsentRows.ts';
import { openWriteStore } from '../../src/store/write.ts';
import { createHubApi } from '../../src/workers/hub/api.ts';
import { createHub } from '../../src/workers/hub/hub.ts';
import { type amina, createFakePlatform } from './fakePlatform.ts';

/** A device with a hub over in-memory databases, with a fake platform and a held clock. */

/** Runs event loop turns so that IndexedDB and its dependents proceed, without moving the clock. */
async function turns(count = 40): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
/** Advances the clock by `ms`, with turns for IndexedDB in between. */
export async function pass(ms: number): Promise<void> {
  await turns();
  const step = Math.max(1, Math.ceil(ms / 120));
  for (let left = ms; left > 0; left -= step) {
    await vi.advanceTimersByTimeAsync(Math.min(step, left));
    await turns(10);
  }
  await turns();
}

/**
 * Advances time until `what` holds. Databases and ciphers need a number of turns that varies on a slow machine, so a fixed time would be
 * a race. Gives up silently after two minutes of the held clock; the caller's own assertion then reports the state.
 */
export async function passUntil(what: () => boolean): Promise<void> {
  for (let left = 2400; left > 0 && !what(); left -= 1) await pass(50);
}

/** The browser stands still for `ms`, as a frozen tab does: nothing runs, timers wait, and both clocks go on. */
export function standStill(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

/** Clean-up of what the browsers of a test left open. */
const closing: (() => Promise<void> | void)[] = [];

/** Reads `ukweli-meta` as the service worker does. */
export async function readIdentity(): Promise<unknown> {
  const db = await new Dexie('ukweli-meta').open();
  const mark = await db.table('marks').get('identity');
  db.close();
  return mark ?? null;
}

/** A stored row of a user's database as it is on disk; undefined if there is none. */
export async function readRow(
  user: { readonly id: string },
  table: string,
  key: string | number,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const db = await new Dexie(databaseName('demo', user.id)).open();
  const row: Readonly<Record<string, unknown>> | undefined = await db.table(table).get(key);
  db.close();
  return row;
}

/**
 * Simulates the connection of a hung tab: it ignores `versionchange`, and with `writing` it holds a transaction over all tables open.
 * Returns the function that releases it.
 */
export async function holdOpen(name: string, writing = false, mode: 'readonly' | 'readwrite' = 'readwrite'): Promise<() => void> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(new Error(`cannot open ${name}`));
  });
  let stopped = !writing;
  const keepOn = (store: IDBObjectStore): void => {
    // A transaction stays open as long as a request is pending.
    store.count().onsuccess = () => {
      if (!stopped) keepOn(store);
    };
  };
  if (writing) {
    const [first] = db.objectStoreNames;
    if (first !== undefined) keepOn(db.transaction([...db.objectStoreNames], mode).objectStore(first));
  }
  const release = () => {
    stopped = true;
    db.close();
  };
  closing.push(release);
  return release;
}

/** The number of rows in a database; null if it does not exist. */
export async function countRows(name: string): Promise<number | null> {
  if (!(await Dexie.getDatabaseNames()).includes(name)) return null;
  const db = await new Dexie(name).open();
  const counts = await Promise.all(db.tables.map((table) => table.count()));
  db.close();
  return counts.reduce((sum, count) => sum + count, 0);
}

const badDisk: Result<never> = { ok: false, problem: { code: 'storage', message: 'The disk did not answer.', retry: true } };

/** One device: its databases stay while browsers, and their hubs, start and end. */
export function createDevice() {
  /** How far the device's wall clock is ahead of true time, and how long it slept (its monotonic clock stops meanwhile). Milliseconds. */
  const clocks = { aheadMs: 0, sleptMs: 0 };
  const trueNow = () => Date.now() - clocks.aheadMs;
  const platform = createFakePlatform(trueNow);
  const deletedCaches: string[] = [];
  /** The service worker's identity mark at each deletion of a cache. */
  const identityAtDelete: unknown[] = [];
  const logged: string[] = [];
  /** Listeners of each websocket that was opened; none connects by itself. */
  const sockets: Map<string, (event: never) => void>[] = [];
  /** Device keys, and which disk operations fail at the moment. */
  const deviceKeys = memoryDeviceKeys();
  const trouble = { open: false, list: false, count: false, cache: false, lock: false, claim: false, givenUp: false };
  const start = () => {
    const deaths = new Map<string, () => void>();
    /** Pending timers of this hub. */
    const timers = new Set<ReturnType<typeof setTimeout>>();
    let ids = 0;
    let alive = true;
    let tellDeath = () => {};
    const death = new Promise<void>((resolve) => {
      tellDeath = resolve;
    });
    /** Clears all timers of this hub and lets work in flight set no new ones: test files of one process share their timers. */
    const die = () => {
      alive = false;
      tellDeath();
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    };
    /** Wraps work of the hub: after its browser ended nothing starts, and work in flight never settles. */
    const mortal =
      <Given extends readonly unknown[], T>(work: (...given: Given) => Promise<T>) =>
      async (...given: Given): Promise<T> => {
        const answer = alive ? await work(...given).then((value) => ({ value })) : null;
        return alive && answer !== null ? answer.value : new Promise<never>(() => {});
      };
    const hubDeps = {
      now: () => Date.now(),
      monotonic: () => trueNow() - clocks.sleptMs,
      random: () => 0.5,
      build: '20261121.080000-aaaaaaa',
      pinIterations: 1_000,
      send: mortal(platform.send),
      openEventSource: platform.openEventSource,
      newId: () => {
        ids += 1;
        return `c${ids}`;
      },
      setTimer: (delayMs: number, run: () => void) => {
        if (!alive) return () => {};
        const timer = setTimeout(() => {
          timers.delete(timer);
          run();
        }, delayMs);
        timers.add(timer);
        return () => {
          timers.delete(timer);
          clearTimeout(timer);
        };
      },
      openWebSocket: () => {
        const listeners = new Map<string, (event: never) => void>();
        sockets.push(listeners);
        return {
          addEventListener: (type: string, listener: (event: never) => void) => void listeners.set(type, listener),
          send: () => {},
          close: () => {},
        };
      },
      whenLockFree: (name: string) => new Promise<void>((resolve) => void deaths.set(name, resolve)),
      deleteCache: async (name: string) => {
        if (trouble.cache) return new Promise<void>(() => {});
        deletedCaches.push(name);
        identityAtDelete.push(await readIdentity());
      },
      log: (_level: string, code: string) => void logged.push(code),
    };
    const marks = openMetaStore();
    const meta = {
      ...marks,
      writeSession: mortal(marks.writeSession),
      writeLogoutPending: mortal(marks.writeLogoutPending),
      writeLock: mortal(marks.writeLock),
      writeGivenUp: mortal(marks.writeGivenUp),
      readLock: async () => (trouble.lock ? badDisk : marks.readLock()),
      readGivenUp: async () => (trouble.givenUp ? badDisk : marks.readGivenUp()),
      claimStore: async (tenantId: string, userId: string) => (trouble.claim ? badDisk : marks.claimStore(tenantId, userId)),
    };
    // As a hub that becomes leader: its writes carry a term (fencing).
    const term = meta.claimTerm();
    const hub = createHub(hubDeps, {
      meta,
      open: async (tenantId, userId, key, generation) => {
        const claimed = await term;
        if (trouble.open) return badDisk;
        const opened = await openWriteStore(tenantId, userId, claimed.ok ? claimed.value : null, key, generation);
        if (!opened.ok) return opened;
        const { outbox } = opened.value;
        return { ok: true, value: { ...opened.value, outbox: { ...outbox, list: async () => (trouble.list ? badDisk : outbox.list()) } } };
      },
      emptyDatabase: stopAndEmpty,
      removeDatabase,
      readUnsent: async (...asked: Parameters<typeof readUnsent>) => (trouble.count ? badDisk : readUnsent(...asked)),
      deviceKeys: {
        read: mortal(deviceKeys.read),
        write: mortal(deviceKeys.write),
        remove: mortal(deviceKeys.remove),
        alone: <T>(work: () => Promise<T>) =>
          deviceKeys.alone(async (): Promise<T> => {
            const outcome = alive ? await Promise.race([work().then((value) => ({ value })), death]) : undefined;
            // The browser releases the lock.
            if (outcome === undefined) throw new Error('the browser has ended');
            return outcome.value;
          }),
      },
    });
    closing.push(async () => {
      await ended(hub);
      die();
      meta.close();
    });
    const api = createHubApi(hub, {
      now: hubDeps.now,
      build: hubDeps.build,
      setTimer: hubDeps.setTimer,
      release: () => {},
      lifeLock: Promise.resolve('life'),
    });
    const openPage = async (pageId: string) => {
      const told: HubMessage[] = [];
      await api.attach({ pageId, lockName: pageId, build: 'b' }, (message) => void told.push(message));
      return { told, leaves: () => told.filter((message) => message.kind === 'leave'), close: () => deaths.get(pageId)?.() };
    };
    return {
      hub,
      api,
      openPage,
      status: (): HubStatus => hub.status(),
      timers,
      die,
    };
  };
  const holds = async (user: { readonly id: string }, tenantId = 'demo') =>
    (await Dexie.getDatabaseNames()).includes(databaseName(tenantId, user.id));
  /** Sets the device's wall clock. No time passes. */
  const setClock = (byMs: number) => {
    vi.setSystemTime(Date.now() + byMs);
    clocks.aheadMs += byMs;
  };
  /** The device sleeps for `ms`: nothing runs, timers wait, and the monotonic clock stops. */
  const sleep = (ms: number) => {
    vi.setSystemTime(Date.now() + ms);
    clocks.sleptMs += ms;
  };
  return { setClock, sleep, trueNow, platform, deviceKeys, deletedCaches, identityAtDelete, logged, sockets, trouble, start, holds };
}

/**
 * Awaits work that needs the clock to move. On a slow machine, work behind a database or cipher may set its timer after the test advanced
 * the clock, and would then wait for ever. The clock does not move for work that settles without it.
 */
export async function passing<T>(work: Promise<T>): Promise<T> {
  let over = false;
  void work.finally(() => (over = true)).catch(() => {}); // The caller sees the failure.
  await pass(0);
  await passUntil(() => over);
  if (!over) throw new Error('It is not over after two minutes of the held clock');
  return work;
}

/** Awaits work of the browser itself, which needs no clock. */
export async function turning<T>(work: Promise<T>): Promise<T> {
  let over = false;
  void work.finally(() => (over = true)).catch(() => {}); // The caller sees the failure.
  while (!over) await pass(0);
  return work;
}

/** A device with a signed-in user and an open stream. */
export async function signedInAs(user: typeof amina, how: { readonly bound?: true } = {}) {
  const device = createDevice();
  const running = device.start();
  const page = await running.openPage('p1');
  await running.hub.begin();
  await pass(100);
  let nonce: string | null | undefined;
  if (how.bound === true) nonce = device.platform.signIn(user, await turning(running.api.introduction()));
  else device.platform.signIn(user);
  const entered = running.api.signedIn(nonce);
  await pass(100);
  const who = await passing(entered);
  if (!who.ok || who.value.id !== user.id) throw new Error(`${user.id} did not come in`);
  // A hello sent before the stream is open would be lost.
  await passUntil(() => device.platform.openStreams().length > 0);
  device.platform.hello();
  await passUntil(() => running.hub.status().connection.state === 'connected');
  await pass(2000);
  return { ...device, ...running, page };
}

/** Maximum turns for a session context to end; work that waits for a call or disk that never answers ends with its browser. */
const endTurns = 5_000;
const turn = setImmediate;

/** Ends the session context, with a real or a held clock. */
async function ended(hub: ReturnType<typeof createHub>): Promise<void> {
  let isOver = false;
  void Promise.resolve(hub.sessionContext()?.end())
    .finally(() => (isOver = true))
    .catch(() => {}); // The browser ends either way.
  for (let left = endTurns; left > 0 && !isOver; left -= 1) await new Promise<void>((resolve) => void turn(resolve));
}

/** Ends the browser: everything in its memory is gone, its databases stay. */
export async function endBrowser(browser: { readonly hub: ReturnType<typeof createHub>; readonly die: () => void }) {
  await ended(browser.hub);
  browser.die();
  const now = Date.now();
  // `clearAllTimers` also resets the clock to its start.
  vi.clearAllTimers();
  vi.setSystemTime(now);
}

/** Holds the clock at a November morning; `closeDevices` restores the real one and removes what is left. */
export function holdClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], now: Date.UTC(2026, 10, 21, 8) });
}
export async function closeDevices(): Promise<void> {
  vi.useRealTimers();
  for (const close of closing.splice(0)) await close();
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
}
