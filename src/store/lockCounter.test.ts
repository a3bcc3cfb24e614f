import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { valueOf } from '../../tests/builders/valueOf.ts';
import { pinRounds } from '../domain/lock/pin.ts';
import { beginTry, lostTries, noTries, type Tries } from '../domain/lock/tries.ts';
import { openMetaStore } from './meta.ts';
import type { SecondPlace } from './secondPlace.ts';
import type { MetaStore } from './types.ts';
import type { StoredLock } from './storedLock.ts';

const lock: StoredLock = {
  id: 'lock-1',
  userId: 'u1',
  kind: 'pin',
  salt: 's',
  iterations: pinRounds,
  credentialId: null,
  iv: 'i',
  wrapped: 'w',
  rows: 'sealed',
  tries: noTries,
};
type Noted = Awaited<ReturnType<SecondPlace['read']>>;

/** Cache Storage in memory, which the test can manipulate. */
function placeInHand() {
  const place = { held: null as Noted, isFull: false };
  const second: SecondPlace = {
    read: async () => place.held,
    write: async (noted) => {
      if (place.isFull) throw new DOMException('No room', 'QuotaExceededError');
      place.held = noted;
    },
    forget: async () => void (place.held = null),
  };
  return Object.assign(place, { second });
}

let open: MetaStore[] = [];
/** A browser start with the data on this device. */
function begin(second: SecondPlace | null): MetaStore {
  const meta = openMetaStore(() => 'epoch', second);
  open.push(meta);
  return meta;
}
async function clear(): Promise<void> {
  for (const meta of open) meta.close();
  open = [];
  await Dexie.delete('ukweli-meta');
}
afterEach(clear);

/** Edits the row as with the browser's developer tools. */
async function byHand<T>(work: (marks: { get: () => Promise<Row>; put: (row: Row) => Promise<unknown> }) => Promise<T>): Promise<T> {
  const db = await new Dexie('ukweli-meta').open();
  try {
    return await work({ get: () => db.table('marks').get('lock'), put: (row) => db.table('marks').put(row) });
  } finally {
    db.close();
  }
}
type Row = {
  name: string;
  lock: { id: string; iterations: number; tries: unknown };
  counter?: { number: number; mac: string; key: CryptoKey } | undefined;
};
const readRow = (): Promise<Row> => byHand((marks) => marks.get());
const edit = (change: (row: Row) => Row): Promise<unknown> => byHand(async (marks) => marks.put(change(await marks.get())));
const triesOf = async (meta: MetaStore): Promise<Tries | undefined> => valueOf(await meta.readLock())?.tries;
const wrong = (count: number, seenAt = 100): Tries => ({ wrong: count, notBefore: seenAt + count, seenAt });

it('a count that nobody touched is what was written, by whichever browser it is read; its key is of no use outside', {
  tags: ['G-5'],
}, async () => {
  const { second } = placeInHand();
  await begin(second).writeLock({ ...lock, tries: wrong(3) });
  expect(await triesOf(begin(second))).toEqual(wrong(3));
  const { counter } = await readRow();
  expect(counter?.key.extractable).toBe(false);
  expect(counter?.key.algorithm).toMatchObject({ name: 'HMAC' });
});

const spoilt: readonly (readonly [string, (row: Row) => Row])[] = [
  ['the count set back', (row) => ({ ...row, lock: { ...row.lock, tries: { ...wrong(7), wrong: 0 } } })],
  ['the pause ended', (row) => ({ ...row, lock: { ...row.lock, tries: { ...wrong(7), notBefore: 0 } } })],
  ['the time moved', (row) => ({ ...row, lock: { ...row.lock, tries: { ...wrong(7), seenAt: 9e15 } } })],
  ['the count removed', ({ lock: { tries: _tries, ...rest }, ...row }) => ({ ...row, lock: rest as Row['lock'] })],
  ['the count of another form', (row) => ({ ...row, lock: { ...row.lock, tries: 'none' } })],
  ['the MAC removed', ({ counter: _counter, ...row }) => row],
  ['the MAC of nothing', (row) => ({ ...row, counter: row.counter && { ...row.counter, mac: '' } })],
  ['another number', (row) => ({ ...row, counter: row.counter && { ...row.counter, number: row.counter.number + 1 } })],
  ['no key', (row) => ({ ...row, counter: { ...row.counter, key: 'key' } as unknown as Row['counter'] })], // not a CryptoKey, as after tampering
];
it.each(spoilt)('%s: it is not known, and the worst is taken, with or without a second place', { tags: ['G-5'] }, async (_what, change) => {
  for (const second of [placeInHand().second, null]) {
    const meta = begin(second);
    await meta.writeLock({ ...lock, tries: wrong(7) });
    await edit(change);
    const read = valueOf(await begin(second).readLock());
    expect(read?.tries).toEqual(lostTries);
    // The lock itself remains valid.
    expect(read).toMatchObject({ id: lock.id, wrapped: lock.wrapped, rows: 'sealed' });
    await clear();
  }
});

it('a MAC of a key of one’s own, a lock of another id: not known either', { tags: ['G-5'] }, async () => {
  const { second } = placeInHand();
  await begin(second).writeLock({ ...lock, tries: wrong(7) });
  const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
  await edit((row) => ({ ...row, counter: row.counter && { ...row.counter, key } }));
  expect(await triesOf(begin(second))).toEqual(lostTries);
  await begin(second).writeLock({ ...lock, tries: wrong(7) });
  await edit((row) => ({ ...row, lock: { ...row.lock, id: 'lock-2' } }));
  expect(await triesOf(begin(second))).toEqual(lostTries);
});

it('a row that is copied back with its MAC shows by the second place, and so does a second place that was emptied', {
  tags: ['G-5'],
}, async () => {
  const place = placeInHand();
  const meta = begin(place.second);
  await meta.writeLock(lock);
  const before = await readRow();
  await meta.writeLock({ ...lock, tries: wrong(6) });
  await byHand((marks) => marks.put(before));
  expect(await triesOf(begin(place.second))).toEqual(lostTries);
  await meta.writeLock({ ...lock, tries: wrong(7) });
  expect(await triesOf(begin(place.second))).toEqual(wrong(7));
  place.held = null;
  expect(await triesOf(begin(place.second))).toEqual(lostTries);
  // Without a second place this is not detected, as lockCounter.ts says; the platform counts too.
  await byHand((marks) => marks.put(before));
  expect(await triesOf(begin(null))).toEqual(noTries);
});

it('what was lost stays lost once it is written: putting a row back between gains nothing', { tags: ['G-5'] }, async () => {
  const place = placeInHand();
  const meta = begin(place.second);
  await meta.writeLock({ ...lock, tries: wrong(2) });
  const copy = await readRow();
  await edit((row) => ({ ...row, lock: { ...row.lock, tries: noTries } }));
  const next = begin(place.second);
  expect(await triesOf(next)).toEqual(lostTries);
  const dated = { ...lostTries, notBefore: 5_000, seenAt: 100 };
  await next.writeLock({ ...lock, tries: dated });
  expect(await triesOf(begin(place.second))).toEqual(dated);
  await byHand((marks) => marks.put(copy));
  expect(await triesOf(begin(place.second))).toEqual(lostTries);
});

it('a row that is edited while the console runs is overwritten by what the running console knows', { tags: ['G-5'] }, async () => {
  const { second } = placeInHand();
  const meta = begin(second);
  await meta.writeLock({ ...lock, tries: wrong(4) });
  await edit((row) => ({ ...row, counter: undefined, lock: { ...row.lock, tries: noTries } }));
  await meta.writeLock({ ...lock, tries: wrong(5) });
  expect(await triesOf(begin(second))).toEqual(wrong(5));
});

it('what the browser clears under a running console is made anew in both places', { tags: ['G-5', 'F-17'] }, async () => {
  const place = placeInHand();
  const meta = begin(place.second);
  valueOf(await meta.claimTerm());
  await meta.writeLock({ ...lock, tries: wrong(4) });
  await Dexie.delete('ukweli-meta');
  place.held = null;
  await expect.poll(() => meta.look()).toEqual({ ok: true, value: 'made anew' });
  await expect.poll(() => place.held).toEqual({ lockId: lock.id, number: 1 });
  expect(await triesOf(begin(place.second))).toEqual(wrong(4));
});

it('a lock that was set up before there was a MAC keeps its count and has one from its next change on; none is pretended by removing it', {
  tags: ['G-5'],
}, async () => {
  const place = placeInHand();
  const old = { ...lock, iterations: 600_000 };
  await begin(place.second).writeLock({ ...old, tries: wrong(2) });
  await edit(({ counter: _counter, ...row }) => row);
  place.held = null;
  const meta = begin(place.second);
  expect(await triesOf(meta)).toEqual(wrong(2));
  await meta.writeLock({ ...old, tries: wrong(3) });
  await edit(({ counter: _counter, ...row }) => ({ ...row, lock: { ...row.lock, tries: noTries } }));
  expect(await triesOf(begin(place.second))).toEqual(lostTries);
  // Fewer rounds with the second place removed do not help either: they derive a key that does not open this lock.
  place.held = null;
  await edit((row) => ({ ...row, lock: { ...row.lock, iterations: pinRounds } }));
  expect(await triesOf(begin(place.second))).toEqual(lostTries);
});

it('a count that finds no room in either place is not said to be kept; what was cut between the two reads as it was written', {
  tags: ['G-5', 'F-16'],
}, async () => {
  const place = placeInHand();
  const meta = begin(place.second);
  await meta.writeLock(lock);
  place.isFull = true;
  expect(await meta.writeLock({ ...lock, tries: wrong(1) })).toMatchObject({ ok: false, problem: { code: 'storage', cause: 'full' } });
  expect(await triesOf(begin(place.second))).toEqual(wrong(1));
  // Removing the lock changes no count and does not need the second place.
  expect(await begin(place.second).writeLock(null)).toEqual({ ok: true, value: null });
});

it('whatever is put back in whatever order, there is never a try more than ten, as long as one of the two places is not', {
  tags: ['G-5', 'A-24'],
}, async () => {
  type Step = 'try' | 'restart' | 'copy' | 'row' | 'place' | 'zero';
  const steps = fc.array(fc.constantFrom<Step>('try', 'restart', 'copy', 'row', 'place', 'zero'), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(steps, fc.constantFrom('row', 'place'), async (done, untouched) => {
      await clear();
      const place = placeInHand();
      let meta = begin(place.second);
      await meta.writeLock(lock);
      let copy = { row: await readRow(), held: place.held };
      let tries: Tries = noTries;
      let had = 0;
      let now = 0;
      for (const step of done) {
        if (step === 'copy') copy = { row: await readRow(), held: place.held };
        if (step === 'row' && untouched !== 'row') await byHand((marks) => marks.put(copy.row));
        if (step === 'zero' && untouched !== 'row') await edit((row) => ({ ...row, lock: { ...row.lock, tries: noTries } }));
        if (step === 'place' && untouched !== 'place') place.held = copy.held;
        if (step === 'restart') {
          meta = begin(place.second);
          tries = (await triesOf(meta)) ?? noTries;
          if (tries.notBefore === lostTries.notBefore) tries = { ...tries, notBefore: now, seenAt: now };
        }
        if (step !== 'try') continue;
        now = Math.max(now, tries.notBefore);
        const begun = beginTry(tries, now);
        if (begun.allowed !== true) continue;
        tries = begun.counted;
        await meta.writeLock({ ...lock, tries });
        had += 1;
        expect(had).toBeLessThanOrEqual(10);
        // The tenth removes the lock.
        if (begun.last) return;
      }
    }),
    { numRuns: 60 },
  );
});
