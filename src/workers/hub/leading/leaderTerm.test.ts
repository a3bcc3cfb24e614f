import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { amina, createFakePlatform } from '../../../../tests/builders/fakePlatform.ts';
import { closeDevices, holdClock, holdOpen, pass, passing, readRow, turning } from '../../../../tests/builders/hubDevice.ts';
import type { HubStatus } from '../../../contracts/rpc.ts';
import { deviceKeyStore } from '../../../store/deviceKeys.ts';
import { databaseName } from '../../../store/schema.ts';
import { openWriteStore } from '../../../store/write.ts';
import type { HubDeps } from '../deps.ts';
import { startLeaderTerm } from './leaderTerm.ts';
import type { LeaderTerm } from './workerNode.ts';

const leaderTerms: LeaderTerm[] = [];
beforeEach(holdClock);
afterEach(async () => {
  for (const leaderTerm of leaderTerms.splice(0)) await leaderTerm.end();
  await closeDevices();
});

/** Starts a hub that takes the lead on this device, with a signed-in user at the platform, and waits until the user is in. */
async function leads(platform: ReturnType<typeof createFakePlatform>): Promise<void> {
  let ids = 0;
  const hubDeps: HubDeps = {
    now: () => Date.now(),
    monotonic: () => Date.now(),
    random: () => 0.5,
    build: '20261121.080000-aaaaaaa',
    pinIterations: 1_000,
    send: platform.send,
    openEventSource: platform.openEventSource,
    openWebSocket: () => ({ addEventListener: () => {}, send: () => {}, close: () => {} }),
    newId: () => `c${(ids += 1)}`,
    setTimer: (delayMs, run) => {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
    whenLockFree: () => new Promise(() => {}),
    deleteCache: async () => {},
    log: () => {},
  };
  const { now, build, setTimer } = hubDeps;
  const leaderTerm = startLeaderTerm(hubDeps, { now, build, setTimer, release: () => {}, lifeLock: Promise.resolve('life') });
  leaderTerms.push(leaderTerm);
  const entered = leaderTerm.api.signedIn();
  await pass(500);
  expect(await entered).toMatchObject({ ok: true });
}

it('a leader writes under the term that it has claimed, so that whoever led before writes nothing more', {
  tags: ['M-13', 'K-7'],
}, async () => {
  const platform = createFakePlatform(() => Date.now());
  platform.signIn(amina);
  const entered = () => readRow(amina, 'cursors', 'hub');
  await leads(platform);
  const first = await entered();
  expect(first).toMatchObject({ line: expect.any(String), number: expect.any(Number) });
  // Relative to what an earlier test may have left on the device.
  const before = { line: String(first?.['line']), number: Number(first?.['number']) };
  await leaderTerms[0]?.end();
  await leads(platform);
  expect(await entered()).toEqual({ ...first, number: before.number + 1 });
  expect(await openWriteStore('demo', amina.id, before)).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
});

it('whoever led before takes no turn at the session’s key: a worker that stood still and wakes neither spends the nonce of whoever is in now nor removes their key', {
  tags: ['G-3', 'D-55'],
}, async () => {
  let turn: Promise<unknown> = Promise.resolve();
  const request = <T>(_name: string, work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => {}); // reported to the caller
    return mine;
  };
  vi.stubGlobal('navigator', { locks: { request } });
  try {
    const platform = createFakePlatform(() => Date.now());
    platform.signIn(amina);
    await leads(platform);
    await leads(platform);
    const [before, now] = leaderTerms;
    const introduction = await turning(now?.api.introduction() ?? Promise.resolve({}));
    platform.signIn(amina, introduction);
    const held = await deviceKeyStore.read();
    expect(held.next).not.toBeNull();
    expect(await turning(before?.api.introduction() ?? Promise.resolve(null))).toEqual({});
    const unbound = before?.api.signedIn(null);
    await pass(10_000);
    await unbound;
    expect(await deviceKeyStore.read()).toEqual(held);
  } finally {
    vi.unstubAllGlobals();
  }
});

it('a leader clears the rows of whoever leaves, though a tab that stands still keeps their database from being removed', {
  tags: ['M-13', 'M-2', 'F-35'],
}, async () => {
  const platform = createFakePlatform(() => Date.now());
  platform.signIn(amina);
  await leads(platform);
  const [leader] = leaderTerms;
  let status: HubStatus | null = null;
  await leader?.api.attach({ pageId: 'p1', lockName: 'p1', build: 'b' }, (message) => {
    if (message.kind === 'status') ({ status } = message);
  });
  const letGo = await holdOpen(databaseName('demo', amina.id));
  await passing(leader?.api.signOut(true) ?? Promise.reject(new Error('nobody leads')));
  await pass(1_000);
  expect(status).toMatchObject({ session: { phase: 'signedOut' }, leftBehind: 'cleared' });
  letGo();
});
