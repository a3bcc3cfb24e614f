import { Dexie } from 'dexie';
import { afterEach, expect, it } from 'vitest';
import { amina, tenants } from '../../../../tests/builders/fakePlatform.ts';
import { valueOf } from '../../../../tests/builders/valueOf.ts';
import { noTries } from '../../../domain/lock/tries.ts';
import type { SessionState } from '../../../domain/session/types.ts';
import { openMetaStore } from '../../../store/meta.ts';
import { lockCacheName } from '../../../store/secondPlace.ts';
import type { MetaStore } from '../../../store/types.ts';
import { newDataKey } from './keyWrap.ts';
import { createDeviceLock } from './lock.ts';

/** A real browser's stored app lock, edited by hand with the browser's own tools. */

const start = Date.UTC(2026, 10, 21, 8);
const pinOf = (pin: string) => ({ kind: 'pin', pin }) as const;
let now = start;
const open: MetaStore[] = [];
afterEach(async () => {
  for (const meta of open.splice(0)) meta.close();
  await Dexie.delete('ukweli-meta');
  await caches.delete(lockCacheName);
  now = start;
});

async function begin() {
  const meta = openMetaStore();
  open.push(meta);
  valueOf(await meta.claimTerm());
  const state = { name: 'signedOut', remembered: { user: amina, tenant: tenants['demo'], confirmedAt: start } } as unknown as SessionState; // only these are read here
  const lock = createDeviceLock({
    meta,
    now: () => now,
    monotonic: () => now - start,
    heardHere: () => true,
    pinIterations: 1_000,
    newId: () => 'l2',
    setTimer: () => () => {},
    session: () => ({ state: () => state, send: () => {}, settled: async () => {} }),
    store: () => null,
    tellPages: async () => {},
    publish: () => {},
    device: {
      opened: () => {},
      closed: () => {},
      unlockedForGood: async () => {},
      replace: async () => ({ ok: true, value: null }),
      isBound: async () => false,
    },
    givenUp: { keep: async () => {}, kept: async () => ({ ok: true, value: null }), forget: async () => {}, held: () => null },
    platformTries: { wrong: async () => 0, right: () => {} },
    removeAnswers: async () => {},
    storage: () => {},
  });
  await lock.recall();
  let acts = 0;
  const tryPin = (pin: string) => lock.act({ id: `a${(acts += 1)}`, act: 'open', secret: pinOf(pin) });
  return { meta, tryPin };
}

async function lockedDevice() {
  const { meta } = await begin();
  const { wrapping } = await newDataKey(pinOf('48291357'), null, 1_000);
  const base = { id: 'l1', userId: amina.id, name: amina.name, kind: 'pin', credentialId: null, rows: 'sealed', tries: noTries } as const;
  valueOf(await meta.writeLock({ ...base, ...wrapping, digits: true, weak: false }));
}

type Mark = { lock: { tries: Record<string, unknown> } } & Record<string, unknown>;
async function byHand<T>(work: (marks: { get: () => Promise<Mark>; put: (mark: Mark) => Promise<unknown> }) => Promise<T>): Promise<T> {
  const db = await new Dexie('ukweli-meta').open();
  try {
    return await work({ get: () => db.table('marks').get('lock'), put: (mark) => db.table('marks').put(mark) });
  } finally {
    db.close();
  }
}
const change = (how: (mark: Mark) => Mark) => byHand(async (marks) => marks.put(how(await marks.get())));
const setBack = (mark: Mark): Mark => ({ ...mark, lock: { ...mark.lock, tries: { ...mark.lock.tries, wrong: 0, notBefore: 0 } } });

const hands: readonly (readonly [string, (before: Mark) => Promise<unknown>])[] = [
  ['the count set back', () => change(setBack)],
  ['the count set back and its MAC removed', () => change((mark) => setBack({ ...mark, counter: undefined }))],
  ['the row of before with its MAC', (before) => byHand((marks) => marks.put(before))],
  ['the second place emptied', () => caches.delete(lockCacheName)],
  [
    'the row of before, and the second place emptied',
    async (before) => {
      await byHand((marks) => marks.put(before));
      await caches.delete(lockCacheName);
    },
  ],
];
it.each(hands)(
  '%s: no try is gained, the one that is left waits half an hour, and it is the last',
  { tags: ['G-5', 'A-24'] },
  async (_what, hand) => {
    await lockedDevice();
    const before = await byHand((marks) => marks.get());
    const first = await begin();
    expect(await first.tryPin('00000001')).toMatchObject({ problem: { message: expect.stringContaining('9 attempts are left') } });
    await hand(before);
    const next = await begin();
    expect(await next.tryPin('48291357')).toMatchObject({ problem: { code: 'rate_limited', message: 'Try again in 30 minutes.' } });
    // Each repetition starts the pause again.
    now += 29 * 60_000;
    await hand(before);
    const again = await begin();
    expect(await again.tryPin('48291357')).toMatchObject({ problem: { code: 'rate_limited', message: 'Try again in 30 minutes.' } });
    now += 30 * 60_000;
    expect(await again.tryPin('00000002')).toMatchObject({ problem: { code: 'gone' } });
    expect(valueOf(await again.meta.readLock())).toBeNull();
  },
);

it('a device that nobody touched counts on over restarts, and the right PIN opens it', { tags: ['G-5'] }, async () => {
  await lockedDevice();
  for (const left of [9, 8, 7]) {
    const device = await begin();
    expect(await device.tryPin('00000001')).toMatchObject({ problem: { message: expect.stringContaining(`${left} attempts are left`) } });
    now += 60_000;
  }
  const device = await begin();
  expect(await device.tryPin('48291357')).toEqual({ ok: true, value: null });
  // What is forgiven is written beside the answer (`note`).
  await expect.poll(async () => valueOf(await device.meta.readLock())?.tries).toMatchObject({ wrong: 0, notBefore: 0 });
});
