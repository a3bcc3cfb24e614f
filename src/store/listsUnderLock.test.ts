// Long: a property over lists that are encrypted anew each time.
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { auditLines } from '../../tests/builders/auditLines.ts';
import { packRow, verificationFrame, verificationRow } from '../../tests/builders/operations.ts';
import { valueOf } from '../../tests/builders/valueOf.ts';
import { closeReadStore, openReadStore } from './read.ts';
import { readAudit, readAuditFacets } from './readAudit.ts';
import { readPacks } from './readPacks.ts';
import { readSites, searchRows } from './readPalette.ts';
import {
  countVerifications,
  readAllVerifications,
  readLinksOf,
  readSiteCodes,
  readVerification,
  readVerifications,
} from './readVerifications.ts';
import type { AnswerMeta, WriteStore } from './types.ts';
import { openWriteStore, wipe } from './write.ts';

/** A lock changes what is on the disk, not what is read: every list is the same with and without (G-4). */

const meta: AnswerMeta = { receivedAt: 1, asOfSeq: 4, epoch: 'e1', extent: 'whole' };
const verificationStatuses = ['verified', 'pending', 'failed', 'disputed'] as const;
const lastUpdated = '2026-11-21T08:00:00Z';
const rows = Array.from({ length: 240 }, (_, index) =>
  verificationRow(index, { status: verificationStatuses[(index * 7) % verificationStatuses.length] ?? 'verified' }),
);
let key: CryptoKey;
const stores = new Map<string, WriteStore>();

beforeAll(async () => {
  key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  for (const [user, held] of [
    ['u-open', null],
    ['u-locked', key],
  ] as const) {
    const store = valueOf(await openWriteStore('demo', user, null, held));
    stores.set(user, store);
    valueOf(
      await store.applyAnswer('verifications', { verifications: rows, totalCount: 240, nextCursor: null, head: null, lastUpdated }, meta),
    );
    const packs = Array.from({ length: 60 }, (_, index) => packRow(index, { status: index % 3 === 0 ? 'pending' : 'verified' }));
    valueOf(await store.applyAnswer('evidence', { packs, totalCount: 60, lastUpdated }, meta));
    valueOf(await store.applyAnswer('audit', { records: auditLines(120), totalCount: 120, lastUpdated }, meta));
  }
});
afterAll(async () => {
  closeReadStore();
  for (const user of stores.keys()) valueOf(await wipe('demo', user));
});

/** The result of a read without and with a lock. */
async function both<T>(read: () => Promise<T>): Promise<readonly [T, T]> {
  openReadStore('demo', 'u-open');
  const open = await read();
  openReadStore('demo', 'u-locked', key);
  return [open, await read()];
}
async function expectSame<T>(read: () => Promise<T>): Promise<void> {
  const [open, locked] = await both(read);
  expect(locked).toEqual(open);
}

const word = fc.constantFrom(undefined, 'kibera', '3', 'vrf 001', 'ep-1', 'nbo 00', 'nothing', 'school 2');
const moment = fc.option(
  fc.integer({ min: 0, max: 240 }).map((second) => new Date(Date.UTC(2026, 10, 21, 0, 0, second)).toISOString()),
  { nil: undefined },
);

it('lists of verifications are the same under a lock, however they are narrowed, searched and sorted', {
  tags: ['G-4', 'D-31'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        status: fc.constantFrom(undefined, ...verificationStatuses),
        siteCode: fc.constantFrom(undefined, 'KE-NBO-003', 'KE-NBO-9'),
        search: word,
        from: moment,
        to: moment,
        sort: fc.constantFrom('newest', 'oldest', 'site', 'status'),
        offset: fc.integer({ min: 0, max: 230 }),
        limit: fc.integer({ min: 1, max: 60 }),
      }),
      async (query) => {
        await expectSame(() => readVerifications(query));
        await expectSame(() => readAllVerifications(query));
      },
    ),
    { numRuns: 60 },
  );
});

it('lines of the record and packs are the same under a lock', { tags: ['G-4', 'D-31'] }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(undefined, 'wanjiru', 'target-7', 'corr', 'note'),
      fc.constantFrom(undefined, 'incident', 'session'),
      fc.constantFrom(undefined, 'Chebet Koech', 'Nobody'),
      fc.constantFrom(undefined, 'done', 'refused'),
      fc.constantFrom(undefined, '2026-11-21T01:00:00Z'),
      fc.constantFrom('newest', 'oldest'),
      async (search, area, actor, outcome, from, sort) => {
        await expectSame(() => readAudit({ search, area, actor, outcome, from, sort, offset: 3, limit: 20 }));
        await expectSame(() => readPacks({ search, status: outcome === 'done' ? 'pending' : undefined, offset: 2, limit: 20 }));
      },
    ),
    { numRuns: 40 },
  );
  await expectSame(readAuditFacets);
});

it('single rows, counts, sites and what is found while somebody types are the same under a lock', { tags: ['G-4', 'D-31'] }, async () => {
  await expectSame(() => readVerification('VRF-00017'));
  await expectSame(() => readVerification('VRF-none'));
  await expectSame(countVerifications);
  await expectSame(readSiteCodes);
  await expectSame(async () => (await readSites()).toSorted((a, b) => (a.siteCode < b.siteCode ? -1 : 1)));
  await expectSame(() => readLinksOf('VRF-00017'));
  for (const typed of ['17', 'kibera school 3', 'vrf-0001', 'ep-22', 'zzz'])
    await expectSame(() => searchRows(typed, { verifications: true, packs: true }, 5));
});

it('a row that changes while somebody types is found by its new words, and no longer by those of before', { tags: ['G-4'] }, async () => {
  openReadStore('demo', 'u-locked', key);
  const found = async (typed: string) =>
    (await searchRows(typed, { verifications: true, packs: false }, 5)).verifications.map(({ vrfId }) => vrfId);
  expect(await found('school')).toHaveLength(5);
  const moved = verificationRow(500, { siteName: 'Lodwar', vrfId: 'VRF-00005', version: 9 });
  valueOf(
    await (stores.get('u-locked') as WriteStore).applyBatch({ frames: [verificationFrame(9, moved)], cursors: {}, epoch: 'e1', at: 1 }),
  );
  await vi.waitFor(async () => expect(await found('lodwar')).toEqual(['VRF-00005']));
});
