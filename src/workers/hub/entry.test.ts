import * as Comlink from 'comlink';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeDevices, holdClock, pass } from '../../../tests/builders/hubDevice.ts';
import { createOrigin } from '../../../tests/builders/origin.ts';
import type { HubApi, HubMessage } from '../../contracts/rpc.ts';
import type * as LeaderTermModule from './leading/leaderTerm.ts';
import { relayVersion } from './leading/relay.ts';

const open: { close: () => void }[] = [];
/** The hubs that the workers of a test started: a worker that runs in a module of ours has no end of its own. */
const started: { readonly end: () => Promise<void> }[] = [];
beforeEach(holdClock);
afterEach(async () => {
  for (const hub of started.splice(0)) await settled(hub.end());
  for (const one of open.splice(0)) one.close();
  vi.doUnmock('./leading/leaderTerm.ts');
  vi.unstubAllGlobals();
  await closeDevices();
});

type Listener = (event: unknown) => void;

/**
 * Runs this module in the scope of a shared or dedicated worker, with the platform out of reach. Returns what the starting page holds and
 * what was asked of the platform.
 */
async function startWorker(shared: boolean) {
  const { port1: inside, port2: outside } = new MessageChannel();
  open.push(inside, outside);
  const origin = createOrigin();
  const { requestLock } = origin.startWorker();
  const asked: string[] = [];
  let connect: Listener = () => {
    throw new Error('nobody waits for a page');
  };
  vi.stubGlobal('navigator', {
    locks: {
      request: (name: string, first: LockOptions | (() => unknown), hold?: (lock: unknown) => Promise<void>) => {
        if (typeof first === 'function') return requestLock(name, {}, async () => void (await first()));
        return requestLock(name, first, hold ?? (async () => {}));
      },
    },
  });
  vi.stubGlobal('location', { origin: 'http://localhost:4173' });
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    throw new TypeError('no network');
  });
  vi.stubGlobal(
    'BroadcastChannel',
    class extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        open.push(this);
      }
    },
  );
  vi.stubGlobal('addEventListener', (type: string, listener: Listener) => {
    if (type === 'connect') connect = listener;
    else inside.addEventListener(type, listener);
  });
  vi.stubGlobal('postMessage', inside.postMessage.bind(inside));
  if (shared) vi.stubGlobal('onconnect', null);
  vi.resetModules();
  vi.doMock('./leading/leaderTerm.ts', async (original: () => Promise<typeof LeaderTermModule>) => {
    const { startLeaderTerm } = await original();
    return {
      startLeaderTerm: (...given: Parameters<typeof startLeaderTerm>) => {
        const leaderTerm = startLeaderTerm(...given);
        started.push(leaderTerm);
        return leaderTerm;
      },
    };
  });
  await import('./entry.ts');
  if (shared) connect({ ports: [inside] });
  inside.start();
  return { hub: Comlink.wrap<HubApi>(outside), asked, another: origin.startWorker() };
}

/** The result of `work`, with turns for ports and databases. */
async function settled<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  for (let turn = 0; turn < 100 && !isDone; turn += 1) await pass(0);
  if (!isDone) throw new Error('it did not come to it');
  return done;
}

it.each([
  ['the shared worker', true],
  ['a page’s own worker, where there is no shared one', false],
])('%s answers its page, leads by itself and begins: it asks the platform who is in', { tags: ['K-4', 'K-7'] }, async (_which, shared) => {
  const { hub, asked, another } = await startWorker(shared);
  const alive = await settled(hub.ping());
  expect(alive).toMatchObject({ build: 'test', lifeLock: expect.stringContaining('ukweli-hub-life:') });
  const told: HubMessage[] = [];
  const status = await settled(
    hub.attach(
      { pageId: 'p1', lockName: 'p1', build: 'test' },
      Comlink.proxy((message) => void told.push(message)),
    ),
  );
  expect(status).toMatchObject({ build: 'test', lock: { state: 'none' } });
  for (let turn = 0; turn < 100 && !asked.includes('/api/auth/me'); turn += 1) await pass(0);
  expect(asked).toContain('/api/auth/me');

  // Another worker that asks who leads gets an answer, which also shows that this one is alive.
  const heard: unknown[] = [];
  const channel = new BroadcastChannel('ukweli-hub');
  channel.addEventListener('message', ({ data }) => heard.push(data));
  channel.postMessage({ kind: 'hub', says: 'here', id: 'other', build: 'test', bornAt: 0, lifeLock: 'other', words: relayVersion });
  for (let turn = 0; turn < 100 && heard.length === 0; turn += 1) await pass(0);
  expect(heard).toMatchObject([{ kind: 'hub', says: 'leads', lifeLock: alive.lifeLock }]);
  let isFree: boolean | null = null;
  await settled(
    another.requestLock(alive.lifeLock, { ifAvailable: true }, async (lock) => {
      isFree = lock !== null;
    }),
  );
  expect(isFree).toBe(false);
});
