import { expect, it, vi } from 'vitest';
import { joinLeadership } from './leadership.ts';

/** Web Locks and a BroadcastChannel of one browser, in memory. */
function createBrowser() {
  const queue: { hold: () => Promise<void>; signal: AbortSignal }[] = [];
  let held = false;
  const listeners: ((message: unknown, from: object) => void)[] = [];
  const serve = () => {
    if (held) return;
    const next = queue.shift();
    if (next === undefined) return;
    if (next.signal.aborted) return serve();
    held = true;
    void next.hold().then(() => {
      held = false;
      serve();
    });
  };
  const say = (message: unknown, from: object) => {
    for (const listener of listeners) listener(message, from);
  };
  const open = (build: string, bornAt: number) => {
    const me = {};
    const log: string[] = [];
    const timers: (() => void)[] = [];
    joinLeadership(
      {
        build,
        bornAt,
        setTimer: (_delayMs, run) => {
          timers.push(run);
          return () => {};
        },
        requestLock: (_name, hold, signal) => {
          queue.push({ hold, signal });
          serve();
        },
        channel: {
          postMessage: (message) => say(structuredClone(message), me),
          listen: (listener) => listeners.push((message, from) => from !== me && listener(message)),
        },
      },
      {
        lead: () => log.push('lead'),
        wait: () => log.push('wait'),
        supersede: async () => {
          log.push('flushing');
          await Promise.resolve();
          log.push('stopped');
        },
      },
    );
    return { log, patienceEnds: () => timers.splice(0).forEach((run) => run()) };
  };
  return { open, say: (message: unknown) => say(message, {}) };
}

const older = '20261121.080000-aaaaaaa';
const newer = '20261121.090000-bbbbbbb';

it('[K-4] a newer build makes the older one write what it has and stop, then leads', async () => {
  const browser = createBrowser();
  const before = browser.open(older, 1);
  expect(before.log).toEqual(['lead']);
  const after = browser.open(newer, 2);
  expect(after.log).toEqual([]);
  await vi.waitFor(() => expect(after.log).toEqual(['lead']));
  expect(before.log).toEqual(['lead', 'flushing', 'stopped']);
});

it('[K-4] an older build started beside a newer one never takes over, and says that it waits for nothing', async () => {
  const browser = createBrowser();
  const leader = browser.open(newer, 1);
  const late = browser.open(older, 2);
  await Promise.resolve();
  expect(leader.log).toEqual(['lead']);
  expect(late.log).toEqual(['flushing', 'stopped']);
});

it('[K-4] of two workers of one build the second waits, and takes over when the first is gone', () => {
  const browser = createBrowser();
  browser.open(newer, 1);
  const second = browser.open(newer, 2);
  second.patienceEnds();
  expect(second.log).toEqual(['wait']);
});

it('builds that do not tell their age: who came later leads', async () => {
  const browser = createBrowser();
  const first = browser.open('c141d92', 1);
  const second = browser.open('e29832b', 2);
  await vi.waitFor(() => expect(second.log).toEqual(['lead']));
  expect(first.log).toContain('stopped');
});

it('is not moved by what other scripts say on the channel', () => {
  const browser = createBrowser();
  const leader = browser.open(older, 1);
  for (const message of [null, 'hub', { kind: 'hub' }, { kind: 'hub', build: 7, bornAt: 9 }, { kind: 'other', build: newer, bornAt: 9 }])
    browser.say(message);
  expect(leader.log).toEqual(['lead']);
});
