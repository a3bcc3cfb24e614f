// Long: kills a writer twenty times.
import { liveQuery } from 'dexie';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { stageFrame, verificationFrame, verificationRow } from '../../tests/builders/operations.ts';
// oxlint-disable-next-line import/default -- what vitest.config.ts gives of a worker
import writerCode from '../../tests/builders/writerWorker.ts?whole';
import { valueOf } from '../../tests/builders/valueOf.ts';
import type { EventFrame } from '../contracts/realtime/event.ts';
import { closeReadStore, openReadStore, readStages } from './read.ts';
import { readVerification, readVerifications } from './readVerifications.ts';
import { ConsoleDb, databaseName } from './schema.ts';
import type { WriteStore } from './types.ts';
import { openWriteStore, wipe } from './write.ts';

/** Behaviour that only a real IndexedDB shows: workers killed while writing, live queries across connections, removal under a writer. */

const user = 'u-browser';

async function exists(): Promise<boolean> {
  return (await indexedDB.databases()).some((database) => database.name === databaseName('demo', user));
}

afterEach(async () => {
  closeReadStore();
  valueOf(await wipe('demo', user));
});

describe('a writer killed in mid-write', () => {
  it('leaves rows, segments and cursor of the same moment, twenty times over', { tags: ['F-15', 'D-14'], timeout: 180_000 }, async () => {
    const writer = URL.createObjectURL(new Blob([writerCode], { type: 'text/javascript' }));
    let reached = 0;
    for (let round = 0; round < 20; round += 1) {
      const worker = new Worker(writer, { type: 'module' });
      const wanted = 1 + ((round * 7) % 13);
      await new Promise<void>((resolve, reject) => {
        let going = 0;
        worker.onerror = (event) => reject(new Error(event.message));
        worker.onmessage = () => {
          going += 1;
          if (going === wanted) resolve();
        };
        worker.postMessage(user);
      });
      worker.terminate();
      const db = new ConsoleDb('demo', user);
      const [rows, segments, log] = await db.transaction('r', [db.rows('stages'), db.segments, db.cursors], () =>
        Promise.all([db.rows('stages').toArray(), db.segments.toArray(), db.cursors.get('log')]),
      );
      db.close();
      const cursor = log?.cursors.pipeline ?? 0;
      expect(Math.max(...rows.map((row) => row.seq))).toBe(cursor);
      expect(segments.map((segment) => segment.lastSeq).at(-1)).toBe(cursor);
      // Written without a lock: plain frames.
      expect(segments.flatMap((segment) => (segment.payload as readonly EventFrame[]).map((frame) => frame.seq))).toEqual(
        Array.from({ length: cursor }, (_, n) => n + 1),
      );
      expect(cursor).toBeGreaterThan(reached);
      reached = cursor;
    }
    URL.revokeObjectURL(writer);
  }); // starts twenty workers one after the other, on loaded machines too
});

describe('live queries', () => {
  /** Runs a read live and counts how often it ran. */
  async function watched<T>(
    read: () => Promise<T>,
  ): Promise<{ readonly runs: () => number; readonly latest: () => T | undefined; readonly stop: () => void }> {
    let runs = 0;
    let latest: T | undefined;
    const subscription = liveQuery(() => {
      runs += 1;
      return read();
    }).subscribe({
      next: (value) => {
        latest = value;
      },
    });
    await vi.waitFor(() => expect(latest).toBeDefined(), 15_000);
    return { runs: () => runs, latest: () => latest, stop: () => subscription.unsubscribe() };
  }

  async function filled(): Promise<WriteStore> {
    const store = valueOf(await openWriteStore('demo', user));
    const verifications = Array.from({ length: 120 }, (_, index) => verificationRow(index));
    valueOf(
      await store.applyAnswer(
        'verifications',
        { verifications, totalCount: 120, nextCursor: null, head: null, lastUpdated: '2026-11-21T08:00:00Z' },
        { receivedAt: 1, asOfSeq: 1, epoch: 'e1', extent: 'part' },
      ),
    );
    openReadStore('demo', user);
    return store;
  }

  it('a window is read again when its rows change, in another connection too, and only then', { tags: ['K-5'] }, async () => {
    const store = await filled();
    const pending = await watched(() => readVerifications({ sort: 'newest', status: 'pending', offset: 0, limit: 40 }));
    const one = await watched(() => readVerification('VRF-00005'));
    const marker = await watched(() => readStages());
    const before = [pending.runs(), one.runs()];

    // 100 other rows in one transaction; a single bulk call would wake every query on the table.
    const others = Array.from({ length: 100 }, (_, n) => verificationRow(n + 500, { status: 'verified' }));
    valueOf(
      await store.applyBatch({
        frames: others.map((row, n) => verificationFrame(n + 10, row)),
        cursors: { verifications: 110 },
        epoch: 'e1',
        at: 2,
      }),
    );
    // Written later and already seen: notifications of the earlier rows have been delivered.
    valueOf(await store.applyBatch({ frames: [stageFrame(200)], cursors: { pipeline: 200 }, epoch: 'e1', at: 3 }));
    await vi.waitFor(() => expect(marker.latest()?.rows).toHaveLength(1), 15_000);
    expect([pending.runs(), one.runs()]).toEqual(before);

    valueOf(
      await store.applyBatch({
        frames: [verificationFrame(300, verificationRow(5, { status: 'pending', version: 2 }))],
        cursors: { verifications: 300 },
        epoch: 'e1',
        at: 4,
      }),
    );
    await vi.waitFor(() => expect(one.latest()?.status).toBe('pending'), 15_000);
    await vi.waitFor(() => expect(pending.latest()?.count).toBe(13), 15_000);
    marker.stop();
    pending.stop();
    one.stop();
  });
});

describe('a wipe', () => {
  it('waits for the writer, leaves nothing, and what comes later does not make the database anew', { tags: ['D-21'] }, async () => {
    const store = valueOf(await openWriteStore('demo', user));
    openReadStore('demo', user);
    await readStages();
    const writes = Array.from({ length: 50 }, (_, n) =>
      store.applyBatch({ frames: [stageFrame(n + 1)], cursors: { pipeline: n + 1 }, epoch: 'e1', at: 1 }),
    );
    const wiped = wipe('demo', user);
    const late = store.applyBatch({ frames: [stageFrame(999)], cursors: {}, epoch: 'e1', at: 1 });
    valueOf(await wiped);
    expect(await exists()).toBe(false);
    expect(await late).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
    await Promise.all(writes);
    expect(await store.readLog()).toMatchObject({ ok: false });
    expect(await exists()).toBe(false);
  });
});
