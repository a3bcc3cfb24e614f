import 'fake-indexeddb/auto';
import { Dexie, RangeSet } from 'dexie';
import { afterEach, expect, it } from 'vitest';
import { stageFrame, verificationFrame, verificationRow } from '../../tests/builders/operations.ts';
import { openedStore } from '../../tests/builders/openedStore.ts';
import { liveRead } from './liveRead.ts';
import { readStages } from './read.ts';
import { readDb } from './readDb.ts';

const device = openedStore();
const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

it('shows what is held and each change of it, reads nothing again for rows of other tables, and ends', {
  tags: ['K-5', 'K-10'],
}, async () => {
  const shown: (number | undefined)[] = [];
  let readings = 0;
  const read = () => {
    readings += 1;
    return readStages();
  };
  ends.push(liveRead(read, ({ rows }) => shown.push(rows[0]?.currentLagMinutes)));
  await expect.poll(() => shown).toEqual([undefined]);
  await device.apply([stageFrame(1, { currentLagMinutes: 3 })]);
  await expect.poll(() => shown).toEqual([undefined, 3]);
  // The segments and cursors written with it are in other tables.
  await device.apply([verificationFrame(2, verificationRow(0)), verificationFrame(3, verificationRow(1))]);
  await device.apply([stageFrame(4, { currentLagMinutes: 5 })]);
  await expect.poll(() => shown).toEqual([undefined, 3, 5]);
  expect(readings).toBe(3);
  ends.splice(0).forEach((end) => end());
  await device.apply([stageFrame(5, { currentLagMinutes: 6 })]);
  const later: (number | undefined)[] = [];
  ends.push(liveRead(readStages, ({ rows }) => later.push(rows[0]?.currentLagMinutes)));
  await expect.poll(() => later).toEqual([6]);
  expect([shown, readings]).toEqual([[undefined, 3, 5], 3]);
});

it('of a table of which it read a part it reads nothing again for another', { tags: ['M-13', 'K-10'] }, async () => {
  const shown: (string | undefined)[] = [];
  let readings = 0;
  const read = () => {
    readings += 1;
    return readDb().table<{ readonly name: string } | undefined>('stages').get('decision_service');
  };
  ends.push(liveRead(read, (row) => shown.push(row?.name)));
  await expect.poll(() => shown).toEqual([undefined]);
  await device.apply([stageFrame(1, { name: 'outbox_pump' })]);
  await device.apply([stageFrame(2, { name: 'decision_service' })]);
  await expect.poll(() => shown.at(-1)).toBe('decision_service');
  expect(readings).toBe(2);
});

it('reads again where anything at all may have changed, as for a page that comes back from the browser’s cache, and where nothing could be read at first', {
  tags: ['M-13', 'K-10'],
}, async () => {
  let readings = 0;
  const shown: number[] = [];
  ends.push(
    liveRead(
      () => {
        readings += 1;
        return readStages();
      },
      () => shown.push(readings),
    ),
  );
  await expect.poll(() => shown).toEqual([1]);
  Dexie.on.storagemutated.fire({ all: new RangeSet(-Infinity, [[]]) });
  await expect.poll(() => shown).toEqual([1, 2]);

  // There was no database to read: any first write may be the awaited one.
  const empty: string[] = [];
  ends.push(
    liveRead(
      () => Promise.resolve('nothing'),
      (value) => empty.push(value),
    ),
  );
  await expect.poll(() => empty).toEqual(['nothing']);
  await device.apply([stageFrame(1, { currentLagMinutes: 3 })]);
  await expect.poll(() => empty.length).toBeGreaterThan(1);
});
