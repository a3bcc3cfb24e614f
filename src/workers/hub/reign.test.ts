import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { amina, createFakePlatform } from '../../../tests/builders/fakePlatform.ts';
import { closeDevices, holdClock, pass, readRow, turning } from '../../../tests/builders/hubDevice.ts';
import { deviceKeyStore } from '../../store/deviceKeys.ts';
import { openWriteStore } from '../../store/write.ts';
import type { HubPorts } from './ports.ts';
import { startReign } from './reign.ts';
import type { Reign } from './station.ts';

const reigns: Reign[] = [];
beforeEach(holdClock);
afterEach(async () => {
  for (const reign of reigns.splice(0)) await reign.end();
  await closeDevices();
});

/** A hub that takes the lead on this device, before a platform at which somebody is signed in, and has come in. */
async function leads(platform: ReturnType<typeof createFakePlatform>): Promise<void> {
  let ids = 0;
  const ports: HubPorts = {
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
  const { now, build, setTimer } = ports;
  const reign = startReign(ports, { now, build, setTimer, release: () => {}, lifeLock: Promise.resolve('life') });
  reigns.push(reign);
  const entered = reign.api.signedIn();
  await pass(500);
  expect(await entered).toMatchObject({ ok: true });
}

it('[M-13] [K-7] a leader writes under the term that it has claimed, so that whoever led before writes nothing more', async () => {
  const platform = createFakePlatform(() => Date.now());
  platform.signIn(amina);
  const entered = () => readRow(amina, 'cursors', 'hub');
  await leads(platform);
  const first = await entered();
  expect(first).toMatchObject({ line: expect.any(String), number: expect.any(Number) });
  // Counted from whatever a test before this one has left on the device.
  const before = { line: String(first?.['line']), number: Number(first?.['number']) };
  await reigns[0]?.end();
  await leads(platform);
  expect(await entered()).toEqual({ ...first, number: before.number + 1 });
  expect(await openWriteStore('demo', amina.id, before)).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
});

it('[G-3] [D-55] whoever led before takes no turn at the session’s key: a worker that stood still and wakes neither spends the nonce of whoever is in now nor removes their key', async () => {
  let turn: Promise<unknown> = Promise.resolve();
  const request = <T>(_name: string, work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => {}); // told to whoever asked
    return mine;
  };
  vi.stubGlobal('navigator', { locks: { request } });
  try {
    const platform = createFakePlatform(() => Date.now());
    platform.signIn(amina);
    await leads(platform);
    await leads(platform);
    const [before, now] = reigns;
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
