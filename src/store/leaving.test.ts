import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { ConsoleDb } from './schema.ts';

afterEach(() => void vi.unstubAllGlobals());

it('what a page reads when it is left is given up: kept for the way back it would stand open, and no write would get past it', {
  tags: ['M-14', 'D-40'],
}, async () => {
  const left: (() => void)[] = [];
  vi.stubGlobal('document', {});
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => {
    if (type === 'pagehide') left.push(listener);
  });
  // The module listens when loaded, and another test of this process may have loaded it without a document.
  vi.resetModules();
  const { openReadStore, closeReadStore, readDb } = await import('./readDb.ts');
  openReadStore('demo', 'amina');
  const db = readDb();
  // A page frozen in the middle of reading: its transaction always has one more request.
  let reads = 0;
  const reading = db
    .transaction('r', db.sync, async () => {
      for (;;) {
        await db.sync.count();
        reads += 1;
      }
    })
    .catch((failure: unknown) => (failure instanceof Error ? failure.name : 'unknown'));
  await vi.waitFor(() => expect(reads).toBeGreaterThan(3));

  const hub = new ConsoleDb('demo', 'amina');
  let isWritten = false;
  const writing = hub.sync.put(row).then(() => {
    isWritten = true;
  });
  const seen = reads;
  await vi.waitFor(() => expect(reads).toBeGreaterThan(seen + 20));
  expect(isWritten).toBe(false);

  expect(left).toHaveLength(1);
  for (const leave of left) leave();
  await writing;
  expect(await reading).toBe('AbortError');
  // The page may come back and reads again.
  expect(await db.sync.count()).toBe(1);
  hub.close();
  closeReadStore();
});

it('a page holds on to nothing that it has read: only what is under way is given up when it is left', {
  tags: ['M-14', 'D-40'],
}, async () => {
  const left: (() => void)[] = [];
  vi.stubGlobal('document', {});
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => {
    if (type === 'pagehide') left.push(listener);
  });
  vi.resetModules();
  const { openReadStore, closeReadStore, readDb } = await import('./readDb.ts');
  openReadStore('demo', 'amina');
  const db = readDb();
  for (let reads = 0; reads < 5; reads += 1) await db.sync.count();
  const failing = db.transaction('r', db.sync, () => Promise.reject(new Error('this read fails')));
  await expect(failing).rejects.toThrow('this read fails');
  // A write waits for all earlier reads.
  const hub = new ConsoleDb('demo', 'amina');
  await hub.sync.put(row);
  const ended = vi.spyOn(IDBTransaction.prototype, 'abort');
  for (const leave of left) leave();
  expect(ended).not.toHaveBeenCalled();
  ended.mockRestore();
  hub.close();
  closeReadStore();
});

const row = {
  resource: 'health',
  lastSuccessAt: 1,
  lastFailureAt: null,
  lastFailure: null,
  asOfSeq: 1,
  epoch: 'e1',
  source: 'network',
  lastEventAt: null,
  totalCount: null,
  lastUpdated: null,
} as const;
