import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { verificationRow } from '../../tests/builders/operations.ts';
import { closeReadStore, openReadStore } from './read.ts';
import { readChain, readLinksOf } from './readVerifications.ts';
import type { WriteStore } from './types.ts';
import { openWriteStore, wipe } from './write.ts';

let store: WriteStore;

beforeEach(async () => {
  const opened = await openWriteStore('demo', 'chain');
  if (!opened.ok) throw new Error(opened.problem.message);
  store = opened.value;
  openReadStore('demo', 'chain');
});
afterEach(async () => {
  closeReadStore();
  await wipe('demo', 'chain');
});

it('[D-9] holds the older links of a verification too, so that the chain has no gap where a status changed', async () => {
  const newest = verificationRow(2);
  const { chainIndex: _, ...rest } = newest;
  await store.applyAnswer(
    'verifications',
    {
      verifications: [newest],
      superseded: [
        { ...rest, chainIndex: 0 },
        { ...rest, chainIndex: 1 },
      ],
      totalCount: 1,
      nextCursor: null,
      head: null,
      lastUpdated: newest.timestamp,
    },
    { receivedAt: 1, asOfSeq: 1, epoch: 'e1', extent: 'whole' },
  );
  expect((await readChain(0, 10)).map(({ chainIndex }) => chainIndex)).toEqual([0, 1, 2]);
});

it('[P-1] the links of one verification come with those directly beside them, and no others', async () => {
  const rows = [0, 1, 2, 3, 4, 5, 6].map((place) => ({ ...verificationRow(place), chainIndex: place }));
  const own = rows[4];
  if (own === undefined) throw new Error('seven rows');
  const { vrfId } = own;
  await store.applyAnswer(
    'verifications',
    {
      verifications: rows.filter(({ chainIndex }) => chainIndex !== 1 && chainIndex !== 5),
      superseded: [{ ...own, chainIndex: 1 }],
      totalCount: 5,
      nextCursor: null,
      head: null,
      lastUpdated: own.timestamp,
    },
    { receivedAt: 1, asOfSeq: 1, epoch: 'e1', extent: 'whole' },
  );
  const found = await readLinksOf(vrfId);
  expect(found.map(({ chainIndex }) => chainIndex).toSorted()).toEqual([0, 1, 2, 3, 4]);
  expect(found.filter((link) => link.vrfId === vrfId).map(({ chainIndex }) => chainIndex)).toEqual([1, 4]);
  expect(await readLinksOf('VRF-999999')).toEqual([]);
});
