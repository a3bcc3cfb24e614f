import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeKey, makePack } from '../../../../tests/builders/evidencePack.ts';
import { packRow } from '../../../../tests/builders/operations.ts';
import type { WriteStore } from '../../../store/types.ts';
import { openWriteStore, wipe } from '../../../store/write.ts';
import type { FetchContext } from './fetchContext.ts';
import { ensureManifest } from './manifests.ts';

/** A pack is opened while the platform cannot be reached, over the real store. */
let store: WriteStore;
const { signal } = new AbortController();
const away = { code: 'network', message: 'The platform cannot be reached.', retry: true } as const;
const offline = (): FetchContext =>
  // Only the call and the store are used here.
  ({ store, epoch: () => 'e1', call: async () => ({ ok: false, problem: away }) }) as unknown as FetchContext;
const answered = { receivedAt: 1, asOfSeq: 1, epoch: 'e1', extent: 'whole' } as const;

async function keep(packId: string) {
  const manifest = { ...makePack(makeKey('kid-1')), packId };
  await store.applyAnswer('manifests', manifest, { ...answered, extent: 'part' });
  return manifest;
}
const list = (...packs: ReturnType<typeof packRow>[]) =>
  store.applyAnswer('evidence', { packs, totalCount: packs.length, lastUpdated: '2026-11-21T08:00:00Z' }, { ...answered, extent: 'cut' });

beforeEach(async () => {
  const opened = await openWriteStore('demo', 'u-manifests');
  if (!opened.ok) throw new Error(opened.problem.message);
  store = opened.value;
});
afterEach(() => wipe('demo', 'u-manifests'));

describe('a manifest that is asked for while the platform is away', () => {
  it('of a pack that neither the list nor the manifests hold is not held, and not said to be', { tags: ['M-4', 'K-6'] }, async () => {
    expect(await ensureManifest('EP-gone', offline(), signal)).toEqual({ ok: false, problem: away });
  });

  it('is held where it is the one that the list names, or the list names none', { tags: ['K-6'] }, async () => {
    const { manifestHash } = await keep('EP-1');
    expect(await ensureManifest('EP-1', offline(), signal)).toEqual({ ok: true, value: null });
    await list(packRow(1, { packId: 'EP-1', manifestHash }));
    expect(await ensureManifest('EP-1', offline(), signal)).toEqual({ ok: true, value: null });
  });

  it('is another one where the list has moved on', { tags: ['K-6'] }, async () => {
    await keep('EP-1');
    await list(packRow(1, { packId: 'EP-1', manifestHash: 'f'.repeat(64) }));
    expect(await ensureManifest('EP-1', offline(), signal)).toEqual({ ok: false, problem: away });
  });
});
