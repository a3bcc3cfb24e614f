import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stageFrame, verificationFrame, verificationRow } from '../../tests/builders/operations.ts';
import { liveRead } from './liveRead.ts';
import { closeReadStore, openReadStore, readStages } from './read.ts';
import type { WriteStore } from './types.ts';
import { openWriteStore, wipe } from './write.ts';

let store: WriteStore;
const ends: (() => void)[] = [];
beforeEach(async () => {
  const opened = await openWriteStore('live', 'u-1');
  if (!opened.ok) throw new Error(opened.problem.message);
  store = opened.value;
  openReadStore('live', 'u-1');
});
afterEach(async () => {
  for (const end of ends.splice(0)) end();
  closeReadStore();
  await store.close();
  await wipe('live', 'u-1');
});

/** Reads the stages live and collects the results. */
function follow(read = readStages): { readonly lags: (number | undefined)[]; readonly readings: () => number } {
  const lags: (number | undefined)[] = [];
  let readings = 0;
  const reading = () => {
    readings += 1;
    return read();
  };
  ends.push(liveRead(reading, ({ rows }) => lags.push(rows[0]?.currentLagMinutes)));
  return { lags, readings: () => readings };
}
const lag = (currentLagMinutes: number, seq: number) =>
  store.applyBatch({ frames: [stageFrame(seq, { currentLagMinutes })], cursors: {}, epoch: 'e1', at: 1 });

it('shows what is there, every change of it, and nothing once it has ended', { tags: ['K-5'] }, async () => {
  const { lags } = follow();
  await vi.waitFor(() => expect(lags).toEqual([undefined]), 15_000);
  await lag(3, 1);
  await vi.waitFor(() => expect(lags.at(-1)).toBe(3), 15_000);
  ends.splice(0).forEach((end) => end());
  const { lags: other } = follow();
  await lag(4, 2);
  await vi.waitFor(() => expect(other.at(-1)).toBe(4), 15_000);
  expect(lags.at(-1)).toBe(3);
});

it('reads again when a row changes while it is being read, and shows the newer one', async () => {
  let hold = (): Promise<void> => Promise.resolve();
  const { lags } = follow(async () => {
    const read = await readStages();
    await hold();
    return read;
  });
  await vi.waitFor(() => expect(lags).toEqual([undefined]), 15_000);
  let release: (() => void) | null = null;
  hold = () => new Promise((resolve) => (release = resolve));
  await lag(5, 1);
  await vi.waitFor(() => expect(release).not.toBeNull());
  const held = release as unknown as () => void; // safe: set by then
  hold = () => Promise.resolve();
  await lag(6, 2);
  held();
  await vi.waitFor(() => expect(lags.at(-1)).toBe(6), 15_000);
});

it('is not asked again for rows of other tables, however many change, and keeps nothing of them', { tags: ['K-10'] }, async () => {
  const { lags, readings } = follow();
  await vi.waitFor(() => expect(lags).toEqual([undefined]), 15_000);
  const begun = vi.spyOn(Dexie.on.storagemutated, 'subscribe');
  const ended = vi.spyOn(Dexie.on.storagemutated, 'unsubscribe');
  const frames = Array.from({ length: 200 }, (_, n) => verificationFrame(n + 1, verificationRow(n)));
  await store.applyBatch({ frames, cursors: {}, epoch: 'e1', at: 1 });
  await lag(7, 900);
  await vi.waitFor(() => expect(lags.at(-1)).toBe(7), 15_000);
  expect(readings()).toBe(2);
  // Dexie's live query lasts only for one read: the second subscribed and unsubscribed on its own.
  expect([begun.mock.calls.length, ended.mock.calls.length]).toEqual([1, 1]);
  expect(ended.mock.calls[0]).toEqual(begun.mock.calls[0]);
  vi.restoreAllMocks();
});

it('a reading that failed because its database was removed is made again when there is another', { tags: ['M-1', 'F-17'] }, async () => {
  await lag(3, 1);
  expect((await readStages()).rows).toHaveLength(1);
  await store.close();
  await wipe('live', 'u-1');
  let failed = 0;
  const { lags } = follow(async () => {
    try {
      return await readStages();
    } catch {
      failed += 1;
      return { rows: [], corrupt: 0 };
    }
  });
  await vi.waitFor(() => expect(lags).toEqual([undefined]), 15_000);
  const another = await openWriteStore('live', 'u-1');
  if (!another.ok) throw new Error(another.problem.message);
  store = another.value;
  await lag(8, 2);
  await vi.waitFor(() => expect(lags.at(-1)).toBe(8), 15_000);
  expect(failed).toBeGreaterThan(0);
});
