import { MessageChannel, type MessagePort } from 'node:worker_threads';
import * as Comlink from 'comlink';
import { afterEach, expect, it, vi } from 'vitest';
import type { Problem } from '../../contracts/problem.ts';
import type { HubApi, HubMessage, HubStatus } from '../../contracts/rpc.ts';
import { statusAtStart } from '../../domain/freshness/statusAtStart.ts';
import { createHubLink, handshakeTimeoutsMs, type HubLink, pingEveryMs, pingLimitMs } from './hubLink.ts';

const status = (build: string): HubStatus => ({
  ...statusAtStart(build),
  connection: { state: 'disconnected', transport: 'sse', since: null, newestAt: null },
  leftBehind: 'gone',
  clock: { confirmed: true },
});

/** `mute` answers nothing, like a worker ended by the system; `coming` is alive but has not attached any page yet. */
type Mood = 'well' | 'mute' | 'coming';

/** A hub behind a real port. */
function fakeHub(name: string, mood: Mood) {
  const { port1, port2 } = new MessageChannel();
  let deliver: (message: HubMessage) => unknown = () => undefined;
  const attached: string[] = [];
  const api: Partial<HubApi> = {
    attach: async (page, to) => {
      attached.push(page.lockName);
      deliver = to;
      if (mood === 'coming') return new Promise(() => {});
      return status(name);
    },
    ping: async () => ({ build: name, at: 0, lifeLock: `life-${name}` }),
    retryNow: () => new Promise(() => {}),
    recentEvents: () => Promise.reject(new Error('a bug')),
  };
  if (mood !== 'mute') Comlink.expose(api, port2 as unknown as Comlink.Endpoint); // Node's port is an EventTarget too
  return { port: port1, attached, tell: (message: HubMessage) => deliver(message), die: () => port2.close() };
}

const open: { link: HubLink; deps: MessagePort[] }[] = [];
function setup(first: Mood = 'well') {
  const hubs: ReturnType<typeof fakeHub>[] = [];
  const timers = new Set<{ at: number; run: () => void }>();
  let now = 0;
  const seen: string[] = [];
  const troubles: Problem[] = [];
  let attachments = 0;
  const deaths = new Map<string, () => void>();
  let failScript = () => {};
  const silencesMet: number[] = [];
  let mood = first;
  const link = createHubLink(
    {
      pageId: 'p1',
      build: 'b1',
      holdLock: async (name) => void seen.push(`held ${name}`),
      whenLockFree: (name) => new Promise((resolve) => void deaths.set(name, resolve)),
      spawn: (onFailure, silences) => {
        failScript = onFailure;
        silencesMet.push(silences);
        const hub = fakeHub(`hub${hubs.length + 1}`, mood);
        hubs.push(hub);
        return { endpoint: hub.port as unknown as Comlink.Endpoint, close: () => hub.port.close() };
      },
      setTimer: (delayMs, run) => {
        const timer = { at: now + delayMs, run };
        timers.add(timer);
        return () => timers.delete(timer);
      },
    },
    {
      onStatus: (next) => seen.push(`status ${next.build}`),
      onMessage: async (message) => void seen.push(message.kind),
      onAttached: () => {
        attachments += 1;
      },
      onTrouble: (problem) => troubles.push(problem),
    },
  );
  const pass = (ms: number) => {
    now += ms;
    for (const timer of timers) {
      if (timer.at > now) continue;
      timers.delete(timer);
      timer.run();
    }
  };
  open.push({ link, deps: [] });
  return {
    link,
    hubs,
    seen,
    troubles,
    pass,
    attachments: () => attachments,
    failScript: () => failScript(),
    silencesMet,
    endHub: (name: string) => deaths.get(`life-${name}`)?.(),
    watched: () => [...deaths.keys()],
    setMood: (next: Mood) => {
      mood = next;
    },
  };
}
afterEach(() => {
  for (const { link } of open.splice(0)) link.close();
});

it('holds its lock before it attaches, and says anew what it wants', { tags: ['K-4'] }, async () => {
  const { seen, hubs, attachments } = setup();
  await vi.waitFor(() => expect(attachments()).toBe(1));
  expect(seen).toEqual(['held ukweli-page:p1', 'status hub1']);
  expect(hubs[0]?.attached).toEqual(['ukweli-page:p1']);
});

it('starts a hub that does not answer anew, and attaches again', { tags: ['K-4'] }, async () => {
  const { link, hubs, pass, seen, attachments } = setup();
  await vi.waitFor(() => expect(attachments()).toBe(1));
  hubs[0]?.die();
  pass(pingEveryMs);
  // The ping waits for its deadline; a call made meanwhile is answered in bounded time too.
  const call = link.call(1000, (hub) => hub.ping());
  await vi.waitFor(() => {
    pass(pingLimitMs);
    expect(attachments()).toBe(2);
  });
  expect(await call).toMatchObject({ ok: false, problem: { code: 'timeout' } });
  expect(seen.at(-1)).toBe('status hub2');
  expect(await link.call(1000, (hub) => hub.ping())).toEqual({ ok: true, value: { build: 'hub2', at: 0, lifeLock: 'life-hub2' } });
});

it('hands messages on, waits until the page has dealt with them, and hears no old hub any more', async () => {
  const { hubs, seen, pass, attachments } = setup();
  await vi.waitFor(() => expect(attachments()).toBe(1));
  await hubs[0]?.tell({ kind: 'leave', reason: 'user', wiped: true });
  expect(seen.at(-1)).toBe('leave');
  const old = hubs[0];
  old?.die();
  pass(pingEveryMs);
  await vi.waitFor(() => {
    pass(pingLimitMs);
    expect(attachments()).toBe(2);
  });
  expect(seen.filter((each) => each === 'leave')).toHaveLength(1);
});

it('notices at once that its hub was ended, and asks the next one what it was in the middle of', { tags: ['K-4'] }, async () => {
  const { link, hubs, pass, attachments, endHub, watched } = setup();
  await vi.waitFor(() => expect(watched()).toEqual(['life-hub1']));
  const waiting = link.call(60_000, (hub) => hub.ping());
  await waiting;
  const hanging = link.call(60_000, (hub) => hub.retryNow());
  hubs[0]?.die();
  endHub('hub1');
  await vi.waitFor(() => {
    pass(0);
    expect(attachments()).toBe(2);
  });
  // No time has passed: neither a ping nor a deadline was needed.
  const next = link.call(1000, (hub) => hub.ping());
  expect(await next).toMatchObject({ ok: true, value: { build: 'hub2' } });
  await vi.waitFor(() => expect(watched()).toContain('life-hub2'));
  hubs[1]?.die();
  endHub('hub2');
  expect(await hanging).toMatchObject({ ok: false, problem: { code: 'timeout' } });
});

it('notices at once that a hub was ended before it had attached anybody, and asks the next one what was asked of it', {
  tags: ['K-4', 'F-15'],
}, async () => {
  const { link, hubs, pass, attachments, endHub, watched, setMood, troubles } = setup('coming');
  await vi.waitFor(() => expect(watched()).toEqual(['life-hub1']));
  const waiting = link.call(60_000, (hub) => hub.ping());
  setMood('well');
  hubs[0]?.die();
  endHub('hub1');
  // No time passes: attaching would have had ten seconds.
  await vi.waitFor(() => {
    pass(0);
    expect(attachments()).toBe(1);
  });
  expect(await waiting).toMatchObject({ ok: true, value: { build: 'hub2' } });
  expect(troubles).toEqual([]);
});

it('repeats a call that its hub ended in the middle of, also where an earlier hub was gone before it could be asked', {
  tags: ['K-4', 'F-15'],
}, async () => {
  const { link, hubs, pass, attachments, endHub, watched, setMood } = setup('coming');
  await vi.waitFor(() => expect(watched()).toEqual(['life-hub1']));
  let runs = 0;
  const waiting = link.call(60_000, (hub) => {
    runs += 1;
    return runs === 1 ? new Promise<never>(() => {}) : hub.ping();
  });
  setMood('well');
  for (const [index, name] of ['hub1', 'hub2'].entries()) {
    hubs[index]?.die();
    endHub(name);
    await vi.waitFor(() => {
      pass(0);
      expect(attachments()).toBe(index + 1);
    });
    await vi.waitFor(() => expect(watched()).toContain(`life-hub${index + 2}`));
    await vi.waitFor(() => expect(runs).toBe(index + 1));
  }
  expect(await waiting).toMatchObject({ ok: true, value: { build: 'hub3' } });
});

it('comes again soon, by the same name, where what follows an ended hub answers nothing: it may be the ended one still', {
  tags: ['K-4', 'F-15'],
}, async () => {
  const { hubs, pass, attachments, setMood, endHub, watched, silencesMet, troubles } = setup();
  await vi.waitFor(() => expect(watched()).toEqual(['life-hub1']));
  setMood('mute');
  hubs[0]?.die();
  endHub('hub1');
  await vi.waitFor(() => {
    pass(0);
    expect(hubs).toHaveLength(2);
  });
  setMood('well');
  pass(handshakeTimeoutsMs[0]);
  await vi.waitFor(() => {
    pass(0);
    expect(attachments()).toBe(2);
  });
  expect(silencesMet).toEqual([0, 0, 0]);
  expect(troubles).toEqual([]);
});

it('a hub that throws is a problem, not an exception', async () => {
  const { link } = setup();
  expect(await link.call(1000, (hub) => hub.recentEvents())).toMatchObject({ ok: false, problem: { code: 'internal', message: 'a bug' } });
});

it('a script that cannot be loaded is tried again with growing pauses, and the person is told', async () => {
  const { hubs, pass, troubles, failScript, setMood, attachments } = setup();
  await vi.waitFor(() => expect(attachments()).toBe(1));
  setMood('mute');
  failScript();
  failScript(); // of the same start: counts once
  expect(troubles).toHaveLength(0); // a first failure may be caused by the system, and is retried at once
  pass(0);
  await vi.waitFor(() => expect(hubs).toHaveLength(2));
  failScript();
  expect(troubles.map((problem) => problem.code)).toEqual(['unavailable']);
  pass(999);
  await Promise.resolve();
  expect(hubs).toHaveLength(2);
  setMood('well');
  pass(1);
  await vi.waitFor(() => expect(attachments()).toBe(2));
  expect(hubs).toHaveLength(3);
});
