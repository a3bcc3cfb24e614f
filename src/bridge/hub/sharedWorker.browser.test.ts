import * as Comlink from 'comlink';
import { afterAll, expect, it, vi } from 'vitest';
import { amina } from '../../../tests/builders/fakePlatform.ts';
import type { HubProbe } from '../../../tests/builders/hubProbe.ts';
// For this query Vite returns the built worker's URL; there is no module of that name.
// oxlint-disable-next-line import/default
import probeUrl from '../../../tests/builders/hubProbe.ts?sharedworker&url';
import type { HubMessage, ResourceKey } from '../../contracts/rpc.ts';
import { closeReadStore, openReadStore, readComponents, readSync } from '../../store/read.ts';
import { createHubLink, type HubLink } from './hubLink.ts';
import { holdLock, whenLockFree } from './spawnHub.ts';

const spawn = () => new SharedWorker(probeUrl, { type: 'module', name: 'hub-probe' });
const control = Comlink.wrap<HubProbe>(spawn().port);
const open: HubLink[] = [];

/** One page's link to the worker, and what it was told. */
function openPage(pageId: string) {
  const told: HubMessage[] = [];
  let attached = () => {};
  const ready = new Promise<void>((resolve) => {
    attached = resolve;
  });
  const link = createHubLink(
    {
      pageId,
      build: 'probe',
      holdLock,
      whenLockFree,
      spawn: () => {
        const { port } = spawn();
        return { endpoint: port, close: () => port.close() };
      },
      setTimer: (delayMs, run) => {
        const timer = setTimeout(run, delayMs);
        return () => clearTimeout(timer);
      },
    },
    {
      onStatus: (status) => void told.push({ kind: 'status', status }),
      onMessage: (message) => void told.push(message),
      onAttached: attached,
      onTrouble: () => {},
    },
  );
  open.push(link);
  const subscribe = (keys: readonly ResourceKey[]) => link.call(5000, (hub) => hub.subscribe(pageId, keys));
  return { link, told, ready, subscribe };
}
afterAll(() => {
  closeReadStore();
  for (const link of open) link.close();
});

it('two pages in front of a real shared worker: one stream, one fetch an interval, and nothing left behind', {
  tags: ['K-4', 'C-75', 'D-21'],
}, async () => {
  expect(await control.hasWindow()).toBe(false); // query-core would take this for a server (FINDINGS)
  const first = openPage('first');
  const second = openPage('second');
  await Promise.all([first.ready, second.ready]);
  expect(await control.pages()).toBe(2);

  await control.begin();
  await control.signIn(amina);
  expect(await first.link.call(10_000, async (hub) => await hub.signedIn())).toEqual({ ok: true, value: { ok: true, value: amina } });
  await control.hello();
  await vi.waitFor(async () => expect(await control.count('/api/series')).toBe(4), 15_000);
  expect(await control.openStreams()).toBe(1);
  for (const { told } of [first, second]) {
    await vi.waitFor(
      () => expect(told.some((message) => message.kind === 'status' && message.status.session.phase === 'signedIn')).toBe(true),
      15_000,
    );
  }

  // Both subscribe to the same resource: the pipeline's interval of 30 s is 300 ms here. At least two pass.
  const before = await control.count('/api/pipeline');
  await Promise.all([first.subscribe(['pipeline', 'health']), second.subscribe(['pipeline'])]);
  expect(new Set(await control.subscribed())).toEqual(new Set(['pipeline', 'health']));
  const startedAt = performance.now();
  await vi.waitFor(async () => expect((await control.count('/api/pipeline')) - before).toBeGreaterThanOrEqual(2), 15_000);
  const intervals = (performance.now() - startedAt) / 300;
  expect((await control.count('/api/pipeline')) - before).toBeLessThanOrEqual(Math.ceil(intervals) + 1);

  // The page reads what the worker wrote.
  openReadStore('demo', amina.id);
  expect((await readComponents()).rows.map((row) => row.name)).toEqual(['database']);
  expect((await readSync('health'))?.lastSuccessAt).toBeGreaterThan(0);
  closeReadStore();

  await caches.open(`ukweli-api:demo:${amina.id}`);
  expect(await second.link.call(20_000, async (hub) => await hub.signOut(false))).toMatchObject({ ok: true });
  const names = (await indexedDB.databases()).map((database) => database.name ?? '');
  expect(names.filter((name) => name.includes(amina.id))).toEqual([]);
  expect((await caches.keys()).filter((name) => name.includes(amina.id))).toEqual([]);
  expect(await control.openStreams()).toBe(0);
  for (const { told } of [first, second]) {
    await vi.waitFor(
      () => expect(told.filter((message) => message.kind === 'leave')).toEqual([{ kind: 'leave', reason: 'user', wiped: true }]),
      15_000,
    );
  }
  const settled = await control.count('/api/pipeline');
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(await control.count('/api/pipeline')).toBe(settled);
});

it('a page that dies wants nothing any more', { tags: ['K-4'] }, async () => {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const inside = frame.contentWindow?.navigator.locks;
  // The frame's page holds the lock; it is attached from here.
  await new Promise<void>(
    (resolve) =>
      void inside?.request('doomed-lock', () => {
        resolve();
        return new Promise<never>(() => {});
      }),
  );
  const api = Comlink.wrap<HubProbe>(spawn().port);
  await api.attach(
    { pageId: 'doomed', lockName: 'doomed-lock', build: 'probe' },
    Comlink.proxy(() => {}),
  );
  await api.subscribe('doomed', ['dlq']);
  expect(await control.subscribed()).toContain('dlq');
  frame.remove();
  await vi.waitFor(async () => expect(await control.subscribed()).not.toContain('dlq'), 15_000);
});
