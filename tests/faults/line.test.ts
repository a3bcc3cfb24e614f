// Long: the documents' own waits between transports, over lines that are slow, cut and reset.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { anyCall, type Fault, transport } from '../../e2e/support/faultProxy.ts';
import type { NodeDevice } from './testing/nodeDevice.ts';
import {
  expectEqualRows,
  expectWholeRecord,
  type FaultyPlatform,
  patience,
  unhurried,
  reconnect,
  settledOn,
  startFaultyPlatform,
} from './testing/faultyPlatform.ts';

/** Faults of the line: slow, choppy, cut, transports blocked one by one, or answers from another server. */

let faulty: FaultyPlatform;
beforeAll(async () => {
  faulty = await startFaultyPlatform();
}, 180_000);
afterAll(() => faulty.close());

const limit = 180_000;
const html = { status: 200, contentType: 'text/html', body: '<!doctype html><title>Guest network</title><p>Accept the terms.</p>' };

/** Lets tries fail until the device uses this transport. Answers the waits before the tries, milliseconds, by transport. */
async function waitsUntil(device: NodeDevice, transport: 'sse' | 'polling'): Promise<Readonly<Record<string, readonly number[]>>> {
  const waits: Record<string, number[]> = {};
  let counted = '';
  await expect
    .poll(async () => {
      const status = device.status();
      if (status.state === 'reconnecting' && status.nextTryAt > device.now()) {
        const name = `${status.transport} ${status.attempt}`;
        if (name !== counted) (waits[status.transport] ??= []).push(status.nextTryAt - device.now());
        counted = name;
        await device.pass(status.nextTryAt - device.now());
      }
      return device.status();
    }, patience)
    .toMatchObject({ state: 'connected', transport });
  return waits;
}

/** Advances time by `ms` while the platform is heard in between, so that no watchdog fires. */
async function passAlive(device: NodeDevice, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 5000) {
    await device.pass(Math.min(5000, left));
    await expect.poll(() => device.status().newestAt, patience).toBeGreaterThan(device.now() - 1000);
  }
}

it('each rung blocked in turn: down the ladder after the documents’ waits, back up when it is free, each event once', {
  tags: ['F-9', 'C-54', 'C-55', 'C-56', 'C-58', 'D-14'],
  timeout: limit,
}, async () => {
  const { link, oracle, goOn } = faulty;
  const device = await faulty.device('ladder', { transport: 'websocket' });
  await settledOn(device, 'websocket');
  const from = await oracle.head();

  const freeWebsocket = link.fault({ on: transport.websocket, does: { kind: 'reset' } });
  link.drop(transport.websocket);
  await goOn(5);
  // Jitter is half a second here (C-55 allows up to one).
  expect(await waitsUntil(device, 'sse')).toEqual({ websocket: [1500, 2500, 4500, 8500, ...Array<number>(6).fill(30_500)] });
  await goOn(5);
  await expectWholeRecord(device, oracle, from);

  const freeSse = link.fault({ on: transport.sse, does: { kind: 'reset' } });
  link.drop(transport.sse);
  await goOn(5);
  expect(await waitsUntil(device, 'polling')).toEqual({ sse: [1000, 2000, 4000, 8000, 16_000, ...Array<number>(5).fill(30_000)] });
  await goOn(5);
  await device.pass(15_000);
  await expectWholeRecord(device, oracle, from);

  const freePolling = link.fault({ on: transport.polling, does: { kind: 'reset' } });
  await device.pass(15_000);
  await expect.poll(() => device.status(), patience).toMatchObject({ state: 'reconnecting', transport: 'polling' });
  freePolling();
  freeSse();
  await goOn(5);
  // Polling works again: a restored link is a reason to try a better transport at once.
  await reconnect(device, 'sse');
  freeWebsocket();
  await passAlive(device, 300_000);
  await goOn(5);
  await expect.poll(() => device.status(), patience).toMatchObject({ state: 'connected', transport: 'websocket' });
  await goOn(5);
  await expectWholeRecord(device, oracle, from);
  await expectEqualRows(device, oracle);
  expect(device.told.length).toBe(new Set(device.told.map(({ seq }) => seq)).size);
});

it.each([
  ['sse', 'a latency of 2 s', { kind: 'shape', latencyMs: 2000 }],
  ['sse', '8 kB/s', { kind: 'shape', bytesPerSecond: 8000 }],
  ['websocket', 'slices of one byte', { kind: 'shape', sliceBytes: 1 }],
  ['sse', 'slices of one byte', { kind: 'shape', sliceBytes: 1 }],
  ['sse', 'reset in the middle of a frame', { kind: 'cut', afterBytes: 3777, by: 'reset' }],
  ['sse', 'ended in the middle of a frame as if it were whole', { kind: 'cut', afterBytes: 3777, by: 'end' }],
  ['websocket', 'reset in the middle of a frame', { kind: 'cut', afterBytes: 3777, by: 'reset' }],
  ['polling', 'reset in the middle of an answer', { kind: 'cut', afterBytes: 100, by: 'reset' }],
] satisfies readonly (readonly ['sse' | 'websocket' | 'polling', string, Fault['does']])[])(
  '%s, %s: no part of a frame is applied, and nothing is missing afterwards',
  { tags: ['F-4', 'C-65'], timeout: limit },
  async (used, what, does) => {
    const { link, oracle, goOn } = faulty;
    const device = await faulty.device(`line ${used} ${what}`, { transport: used });
    await settledOn(device, used);
    const from = await oracle.head();
    const mend = link.fault({ on: transport[used], does });
    if (does.kind === 'cut') link.drop(transport[used]);
    await goOn(12);
    const tried = link.seen(transport[used]);
    if (does.kind === 'cut') {
      // Cut, retried and cut again: complete frames before a cut count, torn ones do not.
      await expect
        .poll(async () => {
          await device.pass(15_000);
          return link.seen(transport[used]);
        }, unhurried)
        .toBeGreaterThan(tried + 2);
      mend();
      await reconnect(device, used);
    }
    await expectWholeRecord(device, oracle, from, used === 'polling' ? () => device.pass(5000) : undefined);
    mend();
    await expectEqualRows(device, oracle);
    expect(device.told.length).toBe(new Set(device.told.map(({ seq }) => seq)).size);
    await device.end();
  },
);

it('a page of HTML with 200 for every read: refused by its shape, with words, and stored data stays as it is', {
  tags: ['F-11', 'C-64'],
  timeout: limit,
}, async () => {
  const { link, oracle } = faulty;
  const device = await faulty.device('captive');
  await settledOn(device);
  await expectEqualRows(device, oracle);
  const tables = [
    'kpis',
    'components',
    'stages',
    'deadLetters',
    'verifications',
    'packs',
    'keys',
    'notifications',
    'activities',
    'cursors',
  ];
  const stored = () => Promise.all(tables.map((table) => device.table(table)));
  // The log position is written with the stream's first heartbeat, which may come after the rows.
  await vi.waitFor(async () => expect(await device.table('cursors')).toContainEqual(expect.objectContaining({ id: 'log' })), {
    timeout: limit / 2,
  });
  const before = await stored();

  const leave = link.fault({ on: anyCall, does: { kind: 'answer', ...html } });
  link.drop(transport.sse);
  for (const key of ['kpis', 'health', 'pipeline', 'dlq', 'verifications', 'evidence', 'jwks'] as const) {
    const answered = await device.sessionContext.refresh([key]);
    expect(answered, key).toMatchObject({ ok: false, problem: { code: 'not_ours', message: expect.stringContaining('Wi-Fi') } });
  }
  expect(device.status().state).toBe('reconnecting');
  expect(await stored()).toEqual(before);
  leave();
  await reconnect(device);
  await expectEqualRows(device, oracle);
});
