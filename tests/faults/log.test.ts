// Long: as many events as the seen set holds and more, over a real line.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pruneEvents } from '../../server/realtime/retention.ts';
import { demoProfile } from '../../server/seed/profiles.ts';
import { createRandom } from '../../server/seed/random.ts';
import { writeBatch } from '../../server/simulation/burst.ts';
import {
  expectEqualRows,
  expectWholeRecord,
  type FaultyPlatform,
  patience,
  reconnect,
  settledOn,
  startFaultyPlatform,
} from './testing/faultyPlatform.ts';

/** Faults of the log itself, caused at the platform: it forgets, is replaced by another, or replays old events. */

let faulty: FaultyPlatform;
beforeAll(async () => {
  faulty = await startFaultyPlatform();
}, 180_000);
afterAll(() => faulty.close());

const limit = 120_000;

it('the platform no longer holds the gap: exactly one resync, then row for row what the platform has', {
  tags: ['F-8', 'D-14', 'C-57'],
  timeout: limit,
}, async () => {
  const { test, link, oracle, goOn } = faulty;
  const device = await faulty.device('forgets');
  await settledOn(device);
  const resyncs = () => device.logged.filter((line) => line.startsWith('resync: gap') || line.startsWith('epoch'));
  expect(resyncs()).toEqual([]);

  link.turn('refused');
  await expect.poll(() => device.status().state, patience).toBe('reconnecting');
  await goOn(40);
  await pruneEvents(test.platform, 'demo', { ageMs: 0, events: 0 });
  const from = await oracle.head();
  link.turn('open');
  await reconnect(device);
  await expectEqualRows(device, oracle);

  // From there on it continues event by event.
  await goOn(20);
  await expectWholeRecord(device, oracle, from);
  await expectEqualRows(device, oracle);
  expect(resyncs()).toHaveLength(1);
});

it('another log under the same address: exactly one resync, nothing of the old one is held against the new', {
  tags: ['F-8', 'D-14', 'D-32'],
  timeout: limit,
}, async () => {
  const { test, link, oracle, goOn } = faulty;
  await goOn(5);
  const device = await faulty.device('restored');
  await settledOn(device);
  await expectEqualRows(device, oracle);
  const resyncs = () => device.logged.filter((line) => line.startsWith('resync: gap') || line.startsWith('epoch'));

  link.turn('refused');
  await expect.poll(() => device.status().state, patience).toBe('reconnecting');
  // A database restored from a backup, as clients see it: lower versions, in a log with another name.
  const back = { version: 1 };
  await test.platform.db
    .updateTable('pipeline_stages')
    .set({ ...back, queue_depth: 77 })
    .where('tenant_id', '=', 'demo')
    .execute();
  await test.platform.db.updateTable('event_heads').set({ epoch: randomUUID() }).where('tenant_id', '=', 'demo').execute();
  const from = await oracle.head();
  link.turn('open');
  await reconnect(device);
  await expectEqualRows(device, oracle);
  await goOn(20);
  await expectWholeRecord(device, oracle, from);
  await expectEqualRows(device, oracle);
  expect(resyncs()).toHaveLength(1);
});

it('told again more than the seen set holds: nothing takes effect twice, no version goes back', {
  tags: ['F-6', 'D-13', 'C-57'],
  timeout: limit,
}, async () => {
  const { test, oracle } = faulty;
  const before = await faulty.device('replayed');
  await settledOn(before);
  const from = await oracle.head();
  const random = createRandom(3);
  for (let batch = 0; batch < 12; batch += 1) {
    await writeBatch(test.platform, demoProfile.tenantId, 100, random);
    const head = await oracle.head();
    // One by one, so that no buffer overflows: dropped events would be missing from the record (D-12).
    await expect.poll(() => before.told.some(({ seq }) => seq === head), patience).toBe(true);
  }
  await expectWholeRecord(before, oracle, from);
  const rows = async (device: typeof before) => [await device.table('stages'), await device.table('components')];
  const held = await rows(before);
  const events = (await before.events()).length;
  await before.end();

  // The next start asks from where this one began, whatever is stored, as if cursor and record had diverged.
  const after = await faulty.device('replayed', { cursorsAt: from });
  await settledOn(after);
  const [newest] = (await oracle.log(from)).slice(-1);
  await expect.poll(() => after.sessionContext.recentEvents().at(-1)?.seq, patience).toBe(newest?.seq);
  await writeBatch(test.platform, demoProfile.tenantId, 1, random);
  await expect.poll(() => after.told.length, patience).toBe(1);
  expect(after.told[0]?.seq).toBe(await oracle.head());

  // A fetch meanwhile may have confirmed a row; its version stays or increases.
  const versions = (tables: readonly (readonly unknown[])[]) => tables.flat().map((row) => (row as { readonly version: number }).version); // StoredRow
  const now = versions(await rows(after));
  expect(versions(held).every((version, at) => (now[at] ?? 0) >= version)).toBe(true);
  expect((await after.events()).length).toBe(events + 1);
  await expectWholeRecord(after, oracle, from);
  await expectEqualRows(after, oracle);
});
