import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { verificationRow } from '../../tests/builders/operations.ts';
import { closeReadStore, openReadStore } from './read.ts';
import { readChain } from './readVerifications.ts';
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
