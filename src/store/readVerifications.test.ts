import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type SealedVerification, verificationRow } from '../../tests/builders/operations.ts';
import type { Verification } from '../contracts/verification.ts';
import { verificationColumns } from './entities/verification.ts';
import { closeReadStore, openReadStore } from './readDb.ts';
import { countUnsealed, readAllVerifications, readSiteCodes, readVerifications } from './readVerifications.ts';
import type { VerificationsQuery } from './types.ts';
import { openWriteStore, wipe } from './write.ts';

/** Compares every query for verifications with plain filtering and sorting of the same rows. */

const user = 'u-lists';
const held: readonly SealedVerification[] = Array.from({ length: 120 }, (_, index) => verificationRow(index));
type Filter = Omit<VerificationsQuery, 'offset' | 'limit'>;

beforeAll(async () => {
  const opened = await openWriteStore('demo', user);
  if (!opened.ok) throw new Error(opened.problem.message);
  await opened.value.applyAnswer(
    'verifications',
    { verifications: [...held], totalCount: held.length, nextCursor: null, head: null, lastUpdated: '2026-11-21T08:00:00Z' },
    { receivedAt: 1, asOfSeq: 300, epoch: 'e1', extent: 'part' },
  );
  openReadStore('demo', user);
});
afterAll(async () => {
  closeReadStore();
  await wipe('demo', user);
});

/** The expected result. Words match beginnings of the row's words. */
function picked({ status, siteCode, from, to, search }: Filter): readonly number[] {
  const words = (search ?? '').toLowerCase().split(' ').filter(Boolean);
  return held
    .filter(
      (row) =>
        (status === undefined || row.status === status) &&
        (siteCode === undefined || row.siteCode === siteCode) &&
        (from === undefined || row.timestamp >= from) &&
        (to === undefined || row.timestamp <= to) &&
        words.every((word) =>
          `${row.vrfId} ${row.siteName}`
            .toLowerCase()
            .split(' ')
            .some((own) => own.startsWith(word)),
        ),
    )
    .map((row) => row.chainIndex);
}

const timeAt = (place: number) => held[place]?.timestamp ?? '';
const status = 'pending' as const;
const siteCode = 'KE-NBO-003';
const filters: readonly (readonly [string, Omit<Filter, 'sort'>])[] = [
  ['no filter', {}],
  ['a status', { status }],
  ['a site', { siteCode }],
  ['a status at a site', { status, siteCode }],
  ['since a moment', { from: timeAt(40) }],
  ['up to a moment', { to: timeAt(50) }],
  ['a span whose ends are rows', { from: timeAt(40), to: timeAt(50) }],
  ['a status in a span that ends with one', { status, from: timeAt(10), to: timeAt(50) }],
  ['a status at a site in a span that ends with one', { status, siteCode, from: timeAt(10), to: timeAt(80) }],
];

for (const [what, filter] of filters)
  for (const search of [undefined, 'kibera', 'school kibera vrf-0001'])
    it(`${what}, ${search === undefined ? 'nothing searched' : `'${search}'`}: the rows that match, their number, in every order`, async () => {
      const given = { ...filter, ...(search === undefined ? {} : { search }) };
      const expected = picked({ ...given, sort: 'oldest' });
      expect(search === undefined ? expected.length : 1).toBeGreaterThan(0);
      for (const sort of ['newest', 'oldest', 'site', 'status'] as const) {
        const page = await readVerifications({ ...given, sort, offset: 1, limit: 3 });
        expect(page.count, sort).toBe(expected.length);
        const all = (await readAllVerifications({ ...given, sort })).map((row) => row.chainIndex);
        expect(
          all.toSorted((a, b) => Number(a) - Number(b)),
          sort,
        ).toEqual(expected);
        expect(
          page.rows.map((row) => row.chainIndex),
          sort,
        ).toEqual(all.slice(1, 4));
        if (sort === 'oldest') expect(all).toEqual(expected);
        if (sort === 'newest') expect(all).toEqual(expected.toReversed());
      }
    });

for (const search of [undefined, 'kibera'])
  it(`by site and by status, ${search === undefined ? 'nothing searched' : `'${search}'`}: those of one site or status stand together, of each the oldest first`, {
    tags: ['M-13'],
  }, async () => {
    const by = async (sort: 'site' | 'status') =>
      (await readAllVerifications({ sort, ...(search === undefined ? {} : { search }) })).map((row) => row.chainIndex);
    const sorted = (pick: (row: Verification) => string) =>
      held.toSorted((a, b) => pick(a).localeCompare(pick(b)) || Number(a.chainIndex) - Number(b.chainIndex)).map((row) => row.chainIndex);
    expect(await by('site')).toEqual(sorted((row) => row.siteCode));
    expect(await by('status')).toEqual(sorted((row) => row.status));
  });

it('a word begun before or behind another makes a search read no more rows than that one takes', { tags: ['M-13', 'U-30'] }, async () => {
  const steps = vi.spyOn(IDBCursor.prototype, 'continue');
  const read = async (search: string) => {
    steps.mockClear();
    const { count } = await readVerifications({ sort: 'newest', search, offset: 0, limit: 3 });
    return { count, steps: steps.mock.calls.length };
  };
  const alone = await read('00042');
  expect(alone.count).toBe(1);
  for (const search of ['00042 k', 'k 00042']) expect(await read(search), search).toEqual(alone);
  expect((await read('k')).steps).toBeGreaterThan(100);
  steps.mockRestore();
});

it('offers each site that has a verification here, once and in order', { tags: ['C-44'] }, async () => {
  expect(await readSiteCodes()).toEqual([...new Set(held.map((row) => row.siteCode))].sort());
});

/** A separate device with these verifications. */
async function holding(verifications: readonly Verification[], work: () => Promise<void>): Promise<void> {
  const opened = await openWriteStore('demo', 'u-few');
  if (!opened.ok) throw new Error(opened.problem.message);
  await opened.value.applyAnswer(
    'verifications',
    {
      verifications: [...verifications],
      totalCount: verifications.length,
      nextCursor: null,
      head: null,
      lastUpdated: '2026-11-21T08:00:00Z',
    },
    { receivedAt: 1, asOfSeq: 300, epoch: 'e1', extent: 'part' },
  );
  openReadStore('demo', 'u-few');
  try {
    await work();
  } finally {
    openReadStore('demo', user);
    await wipe('demo', 'u-few');
  }
}

it('found by words and put by site or status, those of one stand by their time, and of one time by their name', {
  tags: ['M-13', 'C-44'],
}, async () => {
  const at = (place: number) => new Date(Date.UTC(2026, 10, 21, 0, 0, place)).toISOString();
  const rowOf = (name: number, place: number) =>
    verificationRow(name, { siteCode, status, siteName: 'Kibera School', timestamp: at(place) });
  await holding([rowOf(1, 9), rowOf(2, 5), rowOf(4, 7), rowOf(3, 7)], async () => {
    for (const sort of ['site', 'status'] as const)
      expect(
        (await readAllVerifications({ sort, search: 'kibera' })).map(({ vrfId }) => vrfId),
        sort,
      ).toEqual(['VRF-00002', 'VRF-00003', 'VRF-00004', 'VRF-00001']);
  });
});

it('records that are no links of the chain are counted, and no others', { tags: ['M-13', 'D-9'] }, async () => {
  const { seal: _seal, chainIndex: _index, ...unsealed } = verificationRow(7);
  await holding([verificationRow(1), verificationRow(2), unsealed], async () => {
    expect(await countUnsealed()).toBe(1);
  });
  expect(await countUnsealed()).toBe(0);
});

it('lists a record by when it came into the chain: a decision of today about an old one does not make it new', {
  tags: ['T-4', 'C-23'],
}, () => {
  const { timestamp: recordedAt } = verificationRow(3);
  const moved = verificationRow(3, { recordedAt, timestamp: '2026-11-30T08:00:00.000Z', status: 'disputed', version: 2 });
  expect(verificationColumns(moved).at).toBe(Date.parse(recordedAt));
  // If unknown, by the newest link.
  const { recordedAt: _, ...untold } = moved;
  expect(verificationColumns(untold).at).toBe(Date.parse('2026-11-30T08:00:00.000Z'));
});
