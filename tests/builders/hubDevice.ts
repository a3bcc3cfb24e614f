import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { vi } from 'vitest';
import type { Result } from '../../src/contracts/problem.ts';
import type { HubMessage, HubStatus } from '../../src/contracts/rpc.ts';
import { openMetaStore } from '../../src/store/meta.ts';
import { databaseName } from '../../src/store/schema.ts';
import { emptyDatabase, removeDatabase } from '../../src/store/removing.ts';
import { memoryDeviceKeys } from './deviceKeys.ts';
import { readUnsent } from '../../src/store/unsentRows.ts';
import { letGo, openWriteStore } from '../../src/store/write.ts';
import { createHubApi } from '../../src/workers/hub/api.ts';
import { createHub } from '../../src/workers/hub/hub.ts';
import { type amina, createFakePlatform } from './fakePlatform.ts';

/** A device with a hub on databases in memory, before a platform in hand and with the clock in hand. */

/** Lets IndexedDB and everything that waits for it have its turns, without moving the clock. */
async function turns(count = 40): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
/** Lets `ms` pass on the clock, with turns for IndexedDB between. */
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
 * Lets time pass until `what` is so. What the hub does beside timers (databases, ciphers) takes turns that no count is enough for on a slow machine, so that a fixed
 * time would be a race. After two minutes of the held clock what is not so yet will not be: the caller's own assertion says what there is.
 */
export async function passUntil(what: () => boolean): Promise<void> {
  for (let left = 2400; left > 0 && !what(); left -= 1) await pass(50);
}

/** What the browsers of a test left open. */
const closing: (() => Promise<void> | void)[] = [];

/** Reads `ukweli-meta` as the service worker does. */
export async function readIdentity(): Promise<unknown> {
  const db = await new Dexie('ukweli-meta').open();
  const mark = await db.table('marks').get('identity');
  db.close();
  return mark ?? null;
}

/** A row of a person's database as it lies there; undefined where there is none. */
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

/** A connection of a tab that stands still: it hears nothing, lets nothing go, and where `writing` it never ends its transaction over all tables. Answers how it goes on. */
export async function holdOpen(name: string, writing = false, mode: 'readonly' | 'readwrite' = 'readwrite'): Promise<() => void> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(new Error(`cannot open ${name}`));
  });
  let stopped = !writing;
  const keepOn = (store: IDBObjectStore): void => {
    // A transaction lives as long as there is always one more request.
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

/** How many rows lie in a database; null where there is none of that name. */
export async function countRows(name: string): Promise<number | null> {
  if (!(await Dexie.getDatabaseNames()).includes(name)) return null;
  const db = await new Dexie(name).open();
  const counts = await Promise.all(db.tables.map((table) => table.count()));
  db.close();
  return counts.reduce((sum, count) => sum + count, 0);
}

const badDisk: Result<never> = { ok: false, problem: { code: 'storage', message: 'The disk did not answer.', retry: true } };

/** One device: its databases stay while hubs come and go, as browsers start and end. */
export function createDevice() {
  /** How far the device's wall clock was set ahead of the true time, and how long it slept: its monotonic clock stands still then. Milliseconds. */
  const clocks = { aheadMs: 0, sleptMs: 0 };
  const trueNow = () => Date.now() - clocks.aheadMs;
  const platform = createFakePlatform(trueNow);
  const deletedCaches: string[] = [];
  /** The service worker's mark at the moment a cache was deleted. */
  const identityAtDelete: unknown[] = [];
  const logged: string[] = [];
  /** Who listens to each websocket that was opened: none ever opens by itself. */
  const sockets: Map<string, (event: never) => void>[] = [];
  /** What of the disk fails for now. */
  const deviceKeys = memoryDeviceKeys();
  const trouble = { open: false, list: false, count: false, cache: false, lock: false, claim: false, givenUp: false };
  const start = () => {
    const deaths = new Map<string, () => void>();
    /** What this hub waits for. */
    const timers = new Set<ReturnType<typeof setTimeout>>();
    let ids = 0;
    let alive = true;
    let tellDeath = () => {};
    const death = new Promise<void>((resolve) => {
      tellDeath = resolve;
    });
    /** All that this hub waits for is gone, and what of it is still on its way waits for nothing more: files of one process share their timers. */
    const die = () => {
      alive = false;
      tellDeath();
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    };
    /** What a hub does through this is not done any more once its browser has ended, and what was begun comes back to nobody. */
    const mortal =
      <Given extends readonly unknown[], T>(work: (...given: Given) => Promise<T>) =>
      async (...given: Given): Promise<T> => {
        const answer = alive ? await work(...given).then((value) => ({ value })) : null;
        return alive && answer !== null ? answer.value : new Promise<never>(() => {});
      };
    const ports = {
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
    // As a hub that takes the lead: what it writes is fenced.
    const term = meta.claimTerm();
    const hub = createHub(ports, {
      meta,
      open: async (tenantId, userId, key, generation) => {
        const claimed = await term;
        if (trouble.open) return badDisk;
        const opened = await openWriteStore(tenantId, userId, claimed.ok ? claimed.value : null, key, generation);
        if (!opened.ok) return opened;
        const { outbox } = opened.value;
        return { ok: true, value: { ...opened.value, outbox: { ...outbox, list: async () => (trouble.list ? badDisk : outbox.list()) } } };
      },
      emptyDatabase: async (name, keep, sealedAlone) => {
        await letGo(name);
        return emptyDatabase(name, keep, sealedAlone);
      },
      removeDatabase,
      readUnsent: async (name) => (trouble.count ? badDisk : readUnsent(name)),
      deviceKeys: {
        read: mortal(deviceKeys.read),
        write: mortal(deviceKeys.write),
        remove: mortal(deviceKeys.remove),
        alone: <T>(work: () => Promise<T>) =>
          deviceKeys.alone(async (): Promise<T> => {
            const outcome = alive ? await Promise.race([work().then((value) => ({ value })), death]) : undefined;
            // The browser lets its turn go.
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
      now: ports.now,
      build: ports.build,
      setTimer: ports.setTimer,
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
  /** Somebody sets the device's clock. No time passes. */
  const setClock = (byMs: number) => {
    vi.setSystemTime(Date.now() + byMs);
    clocks.aheadMs += byMs;
  };
  /** The lid is closed for so long: nothing runs, timers wait, and the monotonic clock stands still. */
  const sleep = (ms: number) => {
    vi.setSystemTime(Date.now() + ms);
    clocks.sleptMs += ms;
  };
  return { setClock, sleep, trueNow, platform, deviceKeys, deletedCaches, identityAtDelete, logged, sockets, trouble, start, holds };
}

/** What the browser computes by itself, which no clock moves. */
export async function turning<T>(work: Promise<T>): Promise<T> {
  let over = false;
  void work.finally(() => (over = true)).catch(() => {}); // told by what follows
  while (!over) await pass(0);
  return work;
}

/** A device on which somebody has signed in and whose stream is up. */
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
  const who = await entered;
  if (!who.ok || who.value.id !== user.id) throw new Error(`${user.id} did not come in`);
  // A greeting that nobody listens to yet is lost.
  await passUntil(() => device.platform.openStreams().length > 0);
  device.platform.hello();
  await passUntil(() => running.hub.status().connection.state === 'connected');
  await pass(2000);
  return { ...device, ...running, page };
}

/** As long as a stay may take to end, in turns: what of it waits for a call or a disk that never answers ends with its browser. */
const endTurns = 5_000;
const turn = setImmediate;

/** Ends whoever's stay it is, whichever clock stands. */
async function ended(hub: ReturnType<typeof createHub>): Promise<void> {
  let isOver = false;
  void Promise.resolve(hub.stay()?.end())
    .finally(() => (isOver = true))
    .catch(() => {}); // the browser is over either way
  for (let left = endTurns; left > 0 && !isOver; left -= 1) await new Promise<void>((resolve) => void turn(resolve));
}

/** The browser ends; everything in its memory is gone, its databases are not. */
export async function endBrowser(browser: { readonly hub: ReturnType<typeof createHub>; readonly die: () => void }) {
  await ended(browser.hub);
  browser.die();
  const now = Date.now();
  // It sets the clock to where it began, too.
  vi.clearAllTimers();
  vi.setSystemTime(now);
}

/** The clock of these tests stands at a November morning; `closeDevices` gives the real one back and removes what is left. */
export function holdClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], now: Date.UTC(2026, 10, 21, 8) });
}
export async function closeDevices(): Promise<void> {
  vi.useRealTimers();
  for (const close of closing.splice(0)) await close();
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
}
