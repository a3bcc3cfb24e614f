import 'fake-indexeddb/auto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packRow, verificationRow } from '../../tests/builders/operations.ts';
import { valueOf } from '../../tests/builders/valueOf.ts';
import type { StoredRow } from './entities/entity.ts';
import { closeReadStore, openReadStore } from './read.ts';
import { readDb } from './readDb.ts';
import { readSites, searchRows } from './readPalette.ts';
import type { AnswerMeta, WriteStore } from './types.ts';
import { openWriteStore, wipe } from './write.ts';

/** Enough rows to make reading all of them slow. */
const many = 3_000;
const everything = { verifications: true, packs: true };
let store: WriteStore;

const meta: AnswerMeta = { receivedAt: 1, asOfSeq: 5, epoch: 'e1', extent: 'part' };
const lastUpdated = '2026-11-21T08:00:00Z';

beforeAll(async () => {
  store = valueOf(await openWriteStore('demo', 'u1'));
  openReadStore('demo', 'u1');
  for (let from = 0; from < many; from += 500) {
    const verifications = Array.from({ length: 500 }, (_, index) => verificationRow(from + index));
    valueOf(await store.applyAnswer('verifications', { verifications, totalCount: many, nextCursor: null, head: null, lastUpdated }, meta));
  }
  const packs = Array.from({ length: 200 }, (_, index) => packRow(index));
  valueOf(await store.applyAnswer('evidence', { packs, totalCount: 200, lastUpdated }, meta));
}, 120_000);
afterAll(async () => {
  closeReadStore();
  valueOf(await wipe('demo', 'u1'));
});

const ids = async (typed: string, may = everything) => {
  const { verifications, packs } = await searchRows(typed, may, 6);
  return { verifications: verifications.map(({ vrfId }) => vrfId), packs: packs.map(({ packId }) => packId) };
};

describe('rows for somebody who types', () => {
  it('finds by id, with or without its zeros, and by the beginnings of words', async () => {
    expect((await ids('VRF-01234')).verifications).toEqual(['VRF-01234']);
    expect((await ids('1234')).verifications).toContain('VRF-01234');
    expect((await ids('kib sch 3')).verifications.length).toBe(6);
    expect(await ids('nothing like it')).toEqual({ verifications: [], packs: [] });
    expect(await ids('   ')).toEqual({ verifications: [], packs: [] });
  });

  it('gives the newest of many, a few of each kind, and nothing that the person may not see', async () => {
    expect((await ids('vrf')).verifications).toEqual([2999, 2998, 2997, 2996, 2995, 2994].map((index) => `VRF-0${index}`));
    const { packs } = await ids('kibera');
    expect(packs).toHaveLength(6);
    expect((await ids('kibera', { verifications: true, packs: false })).packs).toEqual([]);
  });

  it('reads a dozen rows at most, however many a word begins', async () => {
    const read = new Set<string>();
    const note = (row: StoredRow) => {
      read.add(JSON.stringify(row.payload));
      return row;
    };
    const [verifications, packs] = [readDb().rows('verifications'), readDb().rows('packs')];
    verifications.hook('reading', note);
    packs.hook('reading', note);
    for (const typed of ['v', 'vrf', 'ki', 'school', 'ep', 'kibera school 4', 'ke nbo']) {
      read.clear();
      await searchRows(typed, everything, 6);
      expect([typed, read.size <= 12]).toEqual([typed, true]);
    }
    read.clear();
    expect(await readSites()).toHaveLength(7);
    expect(read.size).toBe(7);
    verifications.hook('reading').unsubscribe(note);
    packs.hook('reading').unsubscribe(note);
  });
});
