import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { verificationRow } from '../../tests/builders/operations.ts';
import { valueOf } from '../../tests/builders/valueOf.ts';
import { linkOf } from '../domain/records/chainLink.ts';
import { closeReadStore, openReadStore } from './read.ts';
import {
  readAllVerifications,
  readChain,
  readLinksOf,
  readLinksSealing,
  readVerification,
  readVerifications,
} from './readVerifications.ts';
import { ConsoleDb } from './schema.ts';
import type { WriteStore } from './types.ts';
import { DamagedRow } from './unpack.ts';
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

it('holds the older links of a verification too, so that the chain has no gap where a status changed', { tags: ['D-9'] }, async () => {
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

it('a record that says something else than the link that it is, as the chain beside it holds that, is neither shown nor kept, and is asked for again', {
  tags: ['F-25', 'D-9', 'T-1'],
}, async () => {
  const rows = [verificationRow(0), verificationRow(1)];
  const answer = { verifications: rows, totalCount: 2, nextCursor: null, head: null, lastUpdated: '2026-11-21T08:00:00Z' };
  const meta = { receivedAt: 1, asOfSeq: 1, epoch: 'e1', extent: 'whole' } as const;
  await store.applyAnswer('verifications', answer, meta);
  const shown = async () => (await readVerifications({ sort: 'oldest', offset: 0, limit: 10 })).rows.map(({ vrfId }) => vrfId);
  expect(await shown()).toEqual(rows.map(({ vrfId }) => vrfId));
  expect(await store.audit()).toEqual({ ok: true, value: { setAside: 0, refetch: [] } });

  const [changed, other] = rows as [(typeof rows)[number], (typeof rows)[number]]; // safe: two were made
  const db = new ConsoleDb('demo', 'chain');
  const status = changed.status === 'verified' ? 'disputed' : 'verified';
  await db.rows('verifications').update(changed.vrfId, { payload: { ...changed, status }, status } as never); // tampering from outside
  expect(await shown()).toEqual([other.vrfId]);
  expect(await readVerifications({ sort: 'oldest', offset: 0, limit: 10 })).toMatchObject({ corrupt: 1 });
  expect(await readVerification(changed.vrfId)).toBeNull();
  await expect(readAllVerifications({ sort: 'oldest' })).rejects.toThrow(DamagedRow);
  expect(await store.audit()).toEqual({ ok: true, value: { setAside: 1, refetch: ['verifications'] } });
  expect(await db.sync.get('verifications')).toMatchObject({ asOfSeq: null });
  db.close();
  await store.applyAnswer('verifications', answer, meta);
  expect(await shown()).toEqual(rows.map(({ vrfId }) => vrfId));
});

it('a link that was seen in another log is no measure for a record of this one', { tags: ['F-34'] }, async () => {
  const row = verificationRow(0);
  const answer = { totalCount: 1, nextCursor: null, head: null, lastUpdated: row.timestamp };
  const meta = { receivedAt: 1, asOfSeq: 1, extent: 'whole' } as const;
  await store.applyAnswer('verifications', { ...answer, verifications: [row] }, { ...meta, epoch: 'e2' });
  const db = new ConsoleDb('demo', 'chain');
  await db.chain.update(0, { epoch: 'e1', payload: { ...row, siteCode: 'KE-001' } });
  db.close();
  expect((await readVerifications({ sort: 'oldest', offset: 0, limit: 10 })).rows).toHaveLength(1);
  expect(await store.audit()).toEqual({ ok: true, value: { setAside: 0, refetch: [] } });
});

it('the links of one verification come with those directly beside them, and no others', { tags: ['P-1'] }, async () => {
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
  // For any verification, by evidence hash alone.
  const sealing = await readLinksSealing(own.evidenceHash);
  expect(sealing.map(({ chainIndex }) => chainIndex).toSorted()).toEqual(
    [...rows.filter(({ chainIndex }) => chainIndex !== 1 && chainIndex !== 5), { ...own, chainIndex: 1 }]
      .filter(({ evidenceHash }) => evidenceHash === own.evidenceHash)
      .map(({ chainIndex }) => chainIndex)
      .toSorted(),
  );
  expect(await readLinksSealing('9'.repeat(64))).toEqual([]);
});

it('of the links in a stretch those that can be read come, lowest first; a damaged one is missing instead of being taken as it is', {
  tags: ['M-13', 'P-1'],
}, async () => {
  const links = [0, 1, 2, 3, 4].map((place) => linkOf(verificationRow(place))).filter((link) => link !== null);
  valueOf(await store.putLinks(links.toReversed(), 'e1'));
  const db = new ConsoleDb('demo', 'chain');
  await db.chain.update(2, { payload: { ...links[2], seal: 7 } }); // tampering from outside
  db.close();
  expect(valueOf(await store.linksFrom(1, 3))).toEqual([links[1], links[3]]);
});

it('finds the link that seals an evidence however many links come before it', { tags: ['M-13', 'P-1'] }, async () => {
  const evidenceHash = '9'.repeat(64);
  const batch = 2_000;
  const links = Array.from({ length: batch + 1 }, (_, place) =>
    linkOf(verificationRow(place, place === batch ? { evidenceHash } : {})),
  ).filter((link) => link !== null);
  valueOf(await store.putLinks(links, 'e1'));
  expect((await readLinksSealing(evidenceHash)).map(({ chainIndex }) => chainIndex)).toEqual([batch]);
});
