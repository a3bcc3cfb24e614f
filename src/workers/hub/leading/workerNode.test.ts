import * as Comlink from 'comlink';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createOrigin, type Origin } from '../../../../tests/builders/origin.ts';
import type { Result } from '../../../contracts/problem.ts';
import type { HubApi, HubMessage, HubStatus } from '../../../contracts/rpc.ts';
import { callsOf, type RelayApi } from './relay.ts';
import { leaderPingEveryMs, leaderPingLimitMs } from './relayLink.ts';
import { standstillApi } from './standstill.ts';
import { createWorkerNode } from './workerNode.ts';

const ok: Result<null> = { ok: true, value: null };
let born = 0;

/** One tab without SharedWorker: its worker, and the hub that is created there if it leads. */
function openTab(origin: Origin, build = 'b', words = 4, over: Partial<HubApi> = {}) {
  born += 1;
  const name = `tab${born}`;
  const worker = origin.startWorker();
  const pages = new Map<string, (message: HubMessage) => void | Promise<void>>();
  const asked: string[] = [];
  const hub = { begun: 0, ended: 0, answer: async () => ok };
  const status = { build: name } as HubStatus; // the rest is passed through unread
  const unused = () => Promise.reject(new Error('not part of this test'));
  const hubApi: HubApi = {
    attach: async (page, deliver) => {
      asked.push(`attach ${page.pageId}`);
      pages.set(page.pageId, deliver);
      return status;
    },
    subscribe: async (pageId, keys) => void asked.push(`subscribe ${pageId} ${keys.join(' ')}`),
    refresh: (keys) => {
      asked.push(`refresh ${keys.join(' ')}`);
      return hub.answer();
    },
    signOut: async () => ok,
    activity: async (pageId) => void asked.push(`activity ${pageId}`),
    extendSession: unused,
    introduction: async () => ({}),
    signedIn: unused,
    switchTenant: unused,
    invalidate: unused,
    lockKey: async () => null,
    lock: unused,
    retryNow: unused,
    ping: async () => ({ build: name, at: 0, lifeLock: name }),
    recentEvents: async () => [],
    ensureManifest: unused,
    chainSeen: unused,
    setTransport: unused,
    enqueue: unused,
    unsent: unused,
    dismissGone: unused,
    takeBack: unused,
    dismissSettled: unused,
    keepDraft: unused,
    ...over,
  };
  const alive = new Promise<void>((resolve) => {
    void worker.requestLock(name, {}, () => {
      resolve();
      return new Promise(() => {});
    });
  });
  const api = createWorkerNode({
    ...worker,
    id: name,
    build,
    words,
    bornAt: born,
    lifeLock: name,
    alive,
    newId: () => `${name}-${(born += 1)}`,
    now: () => 0,
    release: () => {},
    channel: worker.channel('ukweli-hub'),
    leaderTerm: () => {
      hub.begun += 1;
      return { api: hubApi, end: async () => void (hub.ended += 1) };
    },
  });
  const told: string[] = [];
  const hear = (message: HubMessage) => void told.push(message.kind === 'status' ? `status of ${message.status.build}` : message.kind);
  const attach = () => api.attach({ pageId: `page-${name}`, lockName: `page-lock-${name}`, build: 'b' }, hear);
  // The page's lock: held as long as the tab exists.
  void worker.requestLock(`page-lock-${name}`, {}, () => new Promise(() => {}));
  return { name, api, attach, told, asked, hub, pages, ...worker };
}
const settle = () => vi.advanceTimersByTimeAsync(5);

beforeEach(() => {
  vi.useFakeTimers();
  born = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

it('pages of every tab are served by one hub, with the same calls, and hear what it says', { tags: ['K-7'] }, async () => {
  const origin = createOrigin();
  const tabs = [openTab(origin), openTab(origin), openTab(origin)] as const;
  const [first, second, third] = tabs;
  const attached = Promise.all(tabs.map((tab) => tab.attach()));
  await settle();
  expect((await attached).map(({ build }) => build)).toEqual(['tab1', 'tab1', 'tab1']);
  expect(tabs.map((tab) => tab.hub.begun)).toEqual([1, 0, 0]);
  const refreshed = second.api.refresh(['health']);
  const subscribed = third.api.subscribe('page-tab3', ['kpis']);
  await settle();
  expect(await refreshed).toEqual(ok);
  await subscribed;
  expect(first.asked).toEqual(expect.arrayContaining(['refresh health', 'subscribe page-tab3 kpis']));
  let dealtWith = false;
  const leaving = first.pages.get('page-tab2')?.({ kind: 'leave', reason: 'user', wiped: true });
  void Promise.resolve(leaving).then(() => (dealtWith = true));
  await settle();
  expect(second.told).toEqual(['leave']);
  expect(dealtWith).toBe(true);
});

type Call = Exclude<keyof HubApi, 'attach' | 'ping'>;
/** Every call of the hub with its arguments and an answer that no call gives without a hub. */
const calls: { readonly [K in Call]: { readonly asks: Parameters<HubApi[K]>; readonly hears: Awaited<ReturnType<HubApi[K]>> } } = {
  subscribe: { asks: ['page-tab2', ['kpis']], hears: undefined },
  refresh: { asks: [['health']], hears: ok },
  activity: { asks: ['page-tab2'], hears: undefined },
  extendSession: { asks: [], hears: ok },
  introduction: { asks: [], hears: { 'X-Device-Key': 'a key' } },
  signedIn: {
    asks: ['a nonce'],
    hears: { ok: true, value: { id: 'u1', email: 'a@b.example', role: 'admin', tenantId: 'demo', name: 'A' } },
  },
  signOut: { asks: [true], hears: ok },
  switchTenant: { asks: ['kampala', true], hears: ok },
  invalidate: { asks: [], hears: undefined },
  retryNow: { asks: [], hears: undefined },
  recentEvents: { asks: [], hears: [{ seq: 7 } as Awaited<ReturnType<HubApi['recentEvents']>>[number]] }, // passed through unread
  ensureManifest: { asks: ['EP-1'], hears: ok },
  chainSeen: { asks: [], hears: { ok: true, value: { checkpoints: [], anchors: [{ chainIndex: 7, seal: 'a' }] } } },
  lockKey: { asks: [], hears: { lockId: 'l1' } as unknown as Awaited<ReturnType<HubApi['lockKey']>> }, // passed through unread
  lock: {
    asks: [{ act: 'open', secret: { kind: 'pin', pin: '48291357' }, id: 'try' } as unknown as Parameters<HubApi['lock']>[0]],
    hears: ok,
  }, // passed through unread
  setTransport: { asks: ['polling'], hears: undefined },
  enqueue: { asks: ['decision-0000001', [], { userId: 'u1', tenantId: 'demo' }, { key: 'incidents.act:INC-1', texts: {} }], hears: ok },
  unsent: { asks: [], hears: { count: 7 } },
  dismissGone: { asks: [], hears: undefined },
  takeBack: { asks: [['key']], hears: { ok: true, value: { taken: 2 } } },
  dismissSettled: { asks: [['key']], hears: ok },
  keepDraft: { asks: ['incident.note:INC-1', { note: 'typed' }, { userId: 'u1', tenantId: 'demo' }], hears: ok },
};

it.each(Object.keys(calls) as Call[])(
  '%s: asked in any tab, the one hub hears it as it was asked, and the page its answer',
  { tags: ['M-13', 'K-7'] },
  async (name) => {
    const origin = createOrigin();
    const heard: unknown[] = [];
    const { asks, hears } = calls[name];
    const answered = async (...given: readonly unknown[]) => {
      heard.push(given);
      return hears;
    };
    const tabs = [openTab(origin, 'b', 4, { [name]: answered }), openTab(origin)] as const;
    const attached = Promise.all(tabs.map((tab) => tab.attach()));
    await settle();
    await attached;
    heard.length = 0;
    for (const [index, { api }] of tabs.entries()) {
      if (name === 'subscribe' && index === 0) continue; // it does not know a page of the other tab
      const call = api[name] as (...given: readonly unknown[]) => Promise<unknown>; // its own parameters, from the table
      const answer = call(...asks);
      await settle();
      expect(await answer).toEqual(hears);
      expect(heard.splice(0)).toEqual([asks]);
    }
  },
);

it('who stands still is answered every call: what would change something is refused with the way out, and nothing is said to be known', {
  tags: ['M-13', 'M-12', 'K-4'],
}, async () => {
  const api = standstillApi('a');
  const refused = { ok: false, problem: { code: 'build_too_old', message: expect.stringContaining('Reload this one'), retry: false } };
  const unknown: Partial<Record<Call, unknown>> = { recentEvents: [], lockKey: null, unsent: { count: null }, introduction: {} };
  for (const name of Object.keys(calls) as Call[]) {
    const { asks, hears } = calls[name];
    const call = api[name] as (...given: readonly unknown[]) => Promise<unknown>; // its own parameters, from the table
    const expected = name in unknown ? unknown[name] : hears === undefined ? undefined : refused;
    expect([name, await call(...asks)]).toEqual([name, expected]);
  }
});

it('a page learns the lock by whose end it knows that its worker died, and not before that is held', { tags: ['M-13'] }, async () => {
  const origin = createOrigin();
  let letGo = () => {};
  void origin.startWorker().requestLock('tab1', {}, () => new Promise((resolve) => (letGo = () => resolve())));
  await settle();
  const tab = openTab(origin);
  const answers: unknown[] = [];
  void tab.api.ping().then((answer) => answers.push(answer));
  await settle();
  expect(answers).toEqual([]);
  letGo();
  await settle();
  expect(answers).toEqual([{ build: 'b', at: 0, lifeLock: 'tab1' }]);
});

it('the leader dies: its pages’ wants and what it was asked go to the next one', { tags: ['K-7', 'F-13'] }, async () => {
  const origin = createOrigin();
  const [first, second, third] = [openTab(origin), openTab(origin), openTab(origin)] as const;
  const attached = Promise.all([first.attach(), second.attach(), third.attach()]);
  await settle();
  await attached;
  void third.api.subscribe('page-tab3', ['dlq']);
  await settle();
  first.hub.answer = () => new Promise(() => {});
  const hanging = third.api.refresh(['dlq']);
  await settle();
  expect(first.asked).toContain('refresh dlq');
  first.end();
  await settle();
  expect(second.hub.begun).toBe(1);
  expect(await hanging).toEqual(ok);
  expect(second.asked.toSorted()).toEqual(
    ['attach page-tab2', 'attach page-tab3', 'refresh dlq', 'subscribe page-tab2 ', 'subscribe page-tab3 dlq'].toSorted(),
  );
  expect(second.told).toEqual(['status of tab2']);
  expect(third.told).toEqual(['status of tab2']);
});

it('a frozen leader is replaced within 5 s; woken up it is silent, and its pages are the new one’s', {
  tags: ['K-7', 'F-13'],
}, async () => {
  const origin = createOrigin();
  const [first, second] = [openTab(origin), openTab(origin)] as const;
  const attached = Promise.all([first.attach(), second.attach()]);
  await settle();
  await attached;
  void second.api.subscribe('page-tab2', ['kpis']);
  await settle();
  // One of its own pages made a call just before.
  first.hub.answer = () => new Promise(() => {});
  let answered: Result<null> | null = null;
  void first.api.refresh(['health']).then((answer) => {
    answered = answer;
  });
  await settle();
  first.freeze();
  await vi.advanceTimersByTimeAsync(leaderPingEveryMs + leaderPingLimitMs + 100);
  expect(leaderPingEveryMs + leaderPingLimitMs + 100).toBeLessThan(5_000);
  expect(second.hub.begun).toBe(1);
  expect(second.asked).toContain('subscribe page-tab2 kpis');
  first.thaw();
  // Messages the old hub still sends before it learns that it was replaced.
  void first.pages.get('page-tab1')?.({ kind: 'notice', level: 'info', title: 't', text: 'x' });
  await settle();
  await settle();
  expect(first.hub.ended).toBe(1);
  expect(second.asked).toContain('refresh health');
  expect(answered).toEqual(ok);
  void first.pages.get('page-tab2')?.({ kind: 'notice', level: 'info', title: 't', text: 'x' });
  await settle();
  expect(second.told).toEqual(['status of tab2']);
  expect(first.told.at(-1)).toBe('status of tab2');
  expect(second.asked).toContain('attach page-tab1');
});

it('a tab that looks at nothing does not judge a slow leader; as soon as it looks, it does', async () => {
  const origin = createOrigin();
  const [first, second] = [openTab(origin), openTab(origin)] as const;
  const attached = Promise.all([first.attach(), second.attach()]);
  await settle();
  await attached;
  first.freeze();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(second.hub.begun).toBe(0);
  const refreshed = second.api.subscribe('page-tab2', ['kpis']);
  await vi.advanceTimersByTimeAsync(leaderPingEveryMs + leaderPingLimitMs + 100);
  await refreshed;
  expect(second.hub.begun).toBe(1);
  expect(second.asked).toContain('subscribe page-tab2 kpis');
});

it('whoever followed a leader that died asks it nothing more, though nobody looked at anything: no timer goes on for ever', {
  tags: ['K-7', 'K-4'],
}, async () => {
  const origin = createOrigin();
  const [first, second] = [openTab(origin), openTab(origin)] as const;
  const attached = Promise.all([first.attach(), second.attach()]);
  await settle();
  await attached;
  await vi.advanceTimersByTimeAsync(leaderPingEveryMs + 500);
  expect(vi.getTimerCount()).toBe(1);
  first.end();
  await settle();
  expect(second.hub.begun).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(vi.getTimerCount()).toBe(0);
});

it('a leader whose page closes while it is followed leaves nothing of its pages behind', { tags: ['K-7'] }, async () => {
  const origin = createOrigin();
  const [first, second] = [openTab(origin), openTab(origin)] as const;
  const attached = Promise.all([first.attach(), second.attach()]);
  await settle();
  await attached;
  first.end();
  await settle();
  expect([...second.pages.keys()]).toEqual(['page-tab2']);
});

it('when nobody can lead, a call ends in words, and the page is not left waiting', async () => {
  const origin = createOrigin();
  const blocked = origin.startWorker();
  // Something else holds both locks and does not release them.
  for (const name of ['ukweli-hub', 'ukweli-hub-succession']) void blocked.requestLock(name, {}, () => new Promise(() => {}));
  const tab = openTab(origin);
  const asked = tab.api.refresh(['kpis']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await asked).toMatchObject({ ok: false, problem: { code: 'unavailable', retry: true } });
});

const olderBuild = '20261121.080000-aaaaaaa';
const newerBuild = '20261122.080000-bbbbbbb';
const hubsOf = (...tabs: readonly { readonly hub: { readonly begun: number } }[]) => tabs.map((tab) => tab.hub.begun);

it('of two builds with different words the newer leads and the older stands still, opened after it: no lead goes to and fro', {
  tags: ['M-12', 'K-4'],
}, async () => {
  const origin = createOrigin();
  const leading = openTab(origin, newerBuild, 5);
  const late = openTab(origin, olderBuild, 4);
  const attached = Promise.all([leading.attach(), late.attach()]);
  await settle();
  expect((await attached)[1]).toMatchObject({ build: olderBuild, superseded: true, buildTooOld: true });
  void late.api.subscribe('page-tab2', ['kpis']);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(hubsOf(leading, late)).toEqual([1, 0]);
  expect(leading.hub.ended).toBe(0);
  // Calls made there are refused with a message and change nothing.
  expect(await late.api.enqueue('d1', [])).toMatchObject({ ok: false, problem: { code: 'build_too_old' } });
  expect(leading.asked).toEqual(['attach page-tab1']);
  // Alone again, the older one leads.
  leading.end();
  await settle();
  expect(hubsOf(late)).toEqual([1]);
  expect(late.told).toEqual(['status of tab2']);
});

it('of two builds with different words the newer leads and the older stands still, leading before it came: it ends what it is at, once', {
  tags: ['M-12', 'K-4'],
}, async () => {
  const origin = createOrigin();
  const before = openTab(origin, olderBuild, 5);
  void before.attach();
  await settle();
  const after = openTab(origin, newerBuild, 4);
  void after.attach();
  await settle();
  expect(before.hub).toMatchObject({ begun: 1, ended: 1 });
  expect(before.told).toEqual([`status of ${olderBuild}`]);
  void after.api.subscribe('page-tab2', ['kpis']);
  void before.api.subscribe('page-tab1', ['kpis']);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(hubsOf(before, after)).toEqual([1, 1]);
  expect(after.hub.ended).toBe(0);
});

it('a newer build that takes the lead from the one that it has followed asks that one nothing more: no timer goes on for ever', {
  tags: ['M-13', 'K-4'],
}, async () => {
  const origin = createOrigin();
  const before = openTab(origin, olderBuild);
  void before.attach();
  await settle();
  const after = openTab(origin, newerBuild);
  void after.attach();
  await settle();
  await settle();
  expect([hubsOf(before, after), before.hub.ended]).toEqual([[1, 1], 1]);
  await vi.advanceTimersByTimeAsync(60_000);
  // The only timer belongs to the older one, which follows now.
  expect(vi.getTimerCount()).toBe(1);
});

it('an older leader of other words that is frozen is replaced, and stands still when it wakes up', { tags: ['M-12', 'F-13'] }, async () => {
  const origin = createOrigin();
  const before = openTab(origin, olderBuild, 4);
  void before.attach();
  await settle();
  before.freeze();
  const after = openTab(origin, newerBuild, 5);
  const attached = after.attach();
  await vi.advanceTimersByTimeAsync(5_000);
  expect((await attached).build).toBe('tab2');
  before.thaw();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(hubsOf(before, after)).toEqual([1, 1]);
  expect(before.hub.ended).toBe(1);
  expect(before.told.at(-1)).toBe(`status of ${olderBuild}`);
});

it('many tabs of two builds: as many hubs as there were leaders, in whatever order they are opened', { tags: ['M-12'] }, async () => {
  for (const order of [
    [olderBuild, newerBuild, olderBuild, newerBuild],
    [newerBuild, olderBuild, newerBuild, olderBuild],
    [olderBuild, olderBuild, newerBuild, newerBuild],
  ]) {
    born = 0;
    const origin = createOrigin();
    const tabs: ReturnType<typeof openTab>[] = [];
    for (const build of order) {
      const tab = openTab(origin, build, build === newerBuild ? 5 : 4);
      void tab.attach();
      void tab.api.subscribe(`page-${tab.name}`, ['kpis']);
      tabs.push(tab);
      await vi.advanceTimersByTimeAsync(60_000);
    }
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(hubsOf(...tabs).reduce((sum, begun) => sum + begun, 0)).toBe(order[0] === olderBuild ? 2 : 1);
    for (const tab of tabs) tab.end();
  }
});

it('a worker from before the words were said, which takes the lead from whoever does not let it in, is let in to be told to reload', {
  tags: ['M-12'],
}, async () => {
  const origin = createOrigin();
  const leading = openTab(origin, newerBuild, 5);
  void leading.attach();
  await settle();
  const old = origin.startWorker();
  const heard: unknown[] = [];
  old.channel('ukweli-hub').listen((message) => heard.push(message));
  const calls = old.openWire(callsOf('w'));
  old.channel('ukweli-hub').postMessage({ kind: 'relay', says: 'join', to: leading.name, wire: 'w', lifeLock: 'old-life', words: 3 });
  void old.requestLock('old-life', {}, () => new Promise(() => {}));
  await settle();
  expect(heard).toContainEqual(expect.objectContaining({ kind: 'relay', says: 'joined', to: 'w' }));
  const remote = Comlink.wrap<RelayApi>(calls);
  const pinged = remote.ping();
  const attached = remote.attach({ pageId: 'p', lockName: 'l', build: olderBuild });
  await settle();
  expect(await pinged).toMatchObject({ build: newerBuild });
  expect(await attached).toMatchObject({ buildTooOld: true });
  expect(leading.asked).not.toContain('attach p');
});

it('who leads again is not judged by what was said on the wire of its first time: that wire ended with it', {
  tags: ['M-13', 'K-7'],
}, async () => {
  const origin = createOrigin();
  const first = openTab(origin, olderBuild);
  const other = openTab(origin, olderBuild);
  for (const tab of [first, other]) void tab.attach();
  await settle();
  // A newer build takes the lead from the first and ends: the other leads.
  const newer = openTab(origin, newerBuild);
  void newer.attach();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(hubsOf(first, other, newer)).toEqual([1, 0, 1]);
  newer.end();
  await settle();
  expect(hubsOf(first, other)).toEqual([1, 1]);
  // That one is frozen: the first leads again.
  other.freeze();
  void first.api.subscribe('page-tab1', ['kpis']);
  await vi.advanceTimersByTimeAsync(leaderPingEveryMs + leaderPingLimitMs + 100);
  expect(hubsOf(first, other)).toEqual([2, 1]);
  other.thaw();
  await settle();
  // With a subscription there, it pings the leader.
  void other.api.subscribe('page-tab2', ['kpis']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(hubsOf(first, other)).toEqual([2, 1]);
  expect(first.hub.ended).toBe(1);
});

it('a leader that has let another lead lets nobody in any more', { tags: ['M-13', 'K-7', 'M-12'] }, async () => {
  const origin = createOrigin();
  const before = openTab(origin, olderBuild, 4);
  void before.attach();
  await settle();
  const after = openTab(origin, newerBuild, 5);
  void after.attach();
  await settle();
  expect(before.hub).toMatchObject({ begun: 1, ended: 1 });
  const late = origin.startWorker();
  const heard: unknown[] = [];
  late.channel('ukweli-hub').listen((message) => heard.push(message));
  void late.requestLock('late-life', {}, () => new Promise(() => {}));
  for (const [to, wire] of [
    [before.name, 'to-the-former'],
    [after.name, 'to-the-leader'],
  ])
    late.channel('ukweli-hub').postMessage({ kind: 'relay', says: 'join', to, wire, lifeLock: 'late-life', words: 5 });
  await settle();
  expect(heard).toContainEqual(expect.objectContaining({ says: 'joined', to: 'to-the-leader' }));
  expect(heard).not.toContainEqual(expect.objectContaining({ to: 'to-the-former' }));
});
