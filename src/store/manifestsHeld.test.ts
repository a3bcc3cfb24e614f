import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeKey, makePack } from '../../tests/builders/evidencePack.ts';
import { packRow } from '../../tests/builders/operations.ts';
import { valueOf } from '../../tests/builders/valueOf.ts';
import type { AnswerMeta, WriteStore } from './types.ts';
import { openWriteStore, wipe } from './write.ts';

let store: WriteStore;

const answered = (asOfSeq: number, extent: AnswerMeta['extent']): AnswerMeta => ({ receivedAt: 1, asOfSeq, epoch: 'e1', extent });
const missing = async (limit = 10) => valueOf(await store.missingManifests(limit));

beforeEach(async () => {
  store = valueOf(await openWriteStore('demo', 'u-manifests'));
});
afterEach(() => wipe('demo', 'u-manifests'));

it('names the newest packs whose manifest is not held or is another one than the list says, the newest first', {
  tags: ['D-37'],
}, async () => {
  const manifest = makePack(makeKey('k'), { packId: 'EP-2' });
  const packs = [1, 2, 3, 4].map((index) => packRow(index));
  const list = (manifestHash: string) => ({
    packs: packs.map((pack) => (pack.packId === 'EP-2' ? { ...pack, manifestHash } : pack)),
    totalCount: 4,
    lastUpdated: '2026-11-21T08:00:00Z',
  });
  expect(await missing()).toEqual([]);
  valueOf(await store.applyAnswer('evidence', list(manifest.manifestHash), answered(5, 'whole')));
  expect(await missing()).toEqual(['EP-4', 'EP-3', 'EP-2', 'EP-1']);
  expect(await missing(2)).toEqual(['EP-4', 'EP-3']);
  valueOf(await store.applyAnswer('manifests', manifest, answered(6, 'part')));
  expect(await missing()).toEqual(['EP-4', 'EP-3', 'EP-1']);
  expect([valueOf(await store.holdsManifest('EP-2')), valueOf(await store.holdsManifest('EP-1'))]).toEqual([true, false]);
  // Only the whole list of packs shows which manifests are obsolete.
  valueOf(await store.applyAnswer('pipeline', { stages: [], lastUpdated: '2026-11-21T08:00:00Z' }, answered(8, 'whole')));
  valueOf(await store.applyAnswer('evidence', { packs: [], totalCount: 4, lastUpdated: '2026-11-21T08:00:00Z' }, answered(8, 'part')));
  expect(valueOf(await store.holdsManifest('EP-2'))).toBe(true);
  // The pack was sealed again: the stored manifest is outdated.
  const next = { ...list('b'.repeat(64)), packs: list('b'.repeat(64)).packs.map((pack) => ({ ...pack, version: 2 })) };
  valueOf(await store.applyAnswer('evidence', next, answered(9, 'whole')));
  expect(await missing()).toEqual(['EP-4', 'EP-3', 'EP-2', 'EP-1']);
  expect(valueOf(await store.holdsManifest('EP-2'))).toBe(false);
});
