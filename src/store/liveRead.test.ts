import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import { stageFrame, verificationFrame, verificationRow } from '../../tests/builders/operations.ts';
import { openedStore } from '../../tests/builders/openedStore.ts';
import { liveRead } from './liveRead.ts';
import { readStages } from './read.ts';

const device = openedStore();
const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

it('[K-5] [K-10] shows what is held and each change of it, reads nothing again for rows of other tables, and ends', async () => {
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
  // What the record and the cursors get with it is of other tables.
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
