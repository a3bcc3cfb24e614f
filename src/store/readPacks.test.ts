import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { answered, openedStore } from '../../tests/builders/openedStore.ts';
import { packRow } from '../../tests/builders/operations.ts';
import { valueOf } from '../../tests/builders/valueOf.ts';
import { readPacks } from './readPacks.ts';

const device = openedStore();

it('a search finds the packs that every word begins a word of, newest first, and counts them all', { tags: ['M-13', 'C-46'] }, async () => {
  const packs = [
    packRow(1, { siteName: 'Kibera School' }),
    packRow(2, { siteName: 'Mathare Clinic' }),
    packRow(3, { siteName: 'Kibera Clinic' }),
    packRow(4, { siteName: 'New Kibera Clinic' }),
  ];
  valueOf(await device.store.applyAnswer('evidence', { packs, totalCount: 4, lastUpdated: '2026-11-21T08:00:00Z' }, answered(5)));
  const found = async (search: string, limit = 10) => {
    const { rows, count } = await readPacks({ search, offset: 0, limit });
    return [rows.map(({ packId }) => packId), count];
  };
  expect(await found('kib cli')).toEqual([['EP-4', 'EP-3'], 2]);
  expect(await found('kibera', 2)).toEqual([['EP-4', 'EP-3'], 3]);
  expect(await found('ep-2')).toEqual([['EP-2'], 1]);
  // Only beginnings of words match.
  expect(await found('bera')).toEqual([[], 0]);
});

it('packs that nothing is searched in come in windows, the newest first, of one status where it is asked for, with the number of them all', {
  tags: ['M-13', 'C-46'],
}, async () => {
  const packs = [1, 2, 3, 4].map((place) => packRow(place, { status: place === 2 ? 'pending' : 'verified' }));
  valueOf(await device.store.applyAnswer('evidence', { packs, totalCount: 4, lastUpdated: '2026-11-21T08:00:00Z' }, answered(5)));
  const page = async (query: Parameters<typeof readPacks>[0]) => {
    const { rows, count } = await readPacks(query);
    return [rows.map(({ packId }) => packId), count];
  };
  expect(await page({ offset: 1, limit: 2 })).toEqual([['EP-3', 'EP-2'], 4]);
  expect(await page({ status: 'verified', offset: 0, limit: 2 })).toEqual([['EP-4', 'EP-3'], 3]);
});
