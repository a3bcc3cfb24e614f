import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { amina } from '../../../tests/builders/fakePlatform.ts';
import { closeDevices, holdClock, pass, signedInAs } from '../../../tests/builders/hubDevice.ts';
import { fillDisk } from '../../../tests/builders/fullDisk.ts';
import { frameOf, stageRow, verificationRow } from '../../../tests/builders/operations.ts';

/** The address answers with another log: another platform, or the same one after a restored backup. */
type Running = Awaited<ReturnType<typeof signedInAs>>;
const lastUpdated = '2026-11-21T08:00:00Z';

/** Sets the platform's data: verifications with these numbers and one stage, all at this version. */
function holds({ platform }: Running, rows: readonly number[], version: number): void {
  const verifications = rows.map((row) => verificationRow(row, { version }));
  platform.replies.set('/api/verifications', {
    body: { verifications, totalCount: rows.length, nextCursor: null, head: null, lastUpdated },
  });
  platform.replies.set('/api/pipeline', { body: { stages: [stageRow({ version, currentLagMinutes: version })], lastUpdated } });
}
async function onDevice(): Promise<{
  readonly verifications: readonly string[];
  readonly links: number;
  readonly stages: readonly number[];
}> {
  const db = await new Dexie(`ukweli:demo:${amina.id}`).open();
  const rows = (await db.table('verifications').toArray()) as readonly { readonly vrfId: string; readonly version: number }[]; // as the store writes them
  const stages = (await db.table('stages').toArray()) as readonly { readonly version: number }[]; // as the store writes them
  const links = await db.table('chain').count();
  db.close();
  return {
    verifications: rows.map(({ vrfId, version }) => `${vrfId} ${version}`).sort(),
    links,
    stages: stages.map(({ version }) => version),
  };
}
const at = (rows: readonly number[], version: number) => rows.map((row) => `${verificationRow(row).vrfId} ${version}`).sort();
const notices = ({ page }: Running) => page.told.flatMap((message) => (message.kind === 'notice' ? [message.title] : []));
const texts = ({ page }: Running) => page.told.flatMap((message) => (message.kind === 'notice' ? [message.text] : []));

/** Signed in, with four verifications of a log at seq 400. */
async function settled(): Promise<Running> {
  const device = await signedInAs(amina);
  holds(device, [0, 1, 2, 3], 90);
  // Cursors as if the device had followed this log all the way.
  device.platform.epoch = 'e-long';
  device.platform.seq = 400;
  Object.assign(device.platform.topics, { verifications: 390, pipeline: 380 });
  for (const stream of device.platform.openStreams()) stream.fail();
  await pass(5_000);
  device.platform.hello();
  await pass(2_000);
  await Promise.all([device.api.refresh(['verifications', 'pipeline']), pass(1_000)]);
  expect(await onDevice()).toEqual({ verifications: at([0, 1, 2, 3], 90), links: 4, stages: [90] });
  return device;
}

beforeEach(holdClock);
afterEach(closeDevices);

it('a backup is put back under the same log: what the platform does not have is gone from the device, older versions stand, and it is said once', {
  tags: ['M-12', 'F-34'],
}, async () => {
  const device = await settled();
  // The state at seq 300: two verifications fewer, everything at an older version.
  holds(device, [0, 1], 40);
  device.platform.seq = 300;
  Object.assign(device.platform.topics, { verifications: 290, pipeline: 280 });
  const before = device.platform.count('/api/verifications');
  for (const stream of device.platform.openStreams()) stream.fail();
  await pass(5_000);
  device.platform.hello();
  await pass(5_000);
  expect(await onDevice()).toEqual({ verifications: at([0, 1], 40), links: 2, stages: [40] });
  expect(device.platform.count('/api/verifications') - before, 'one pass').toBe(1);
  expect(notices(device)).toEqual(['The platform’s data was replaced']);
  expect(texts(device)[0]).toContain('2 verifications that it does not have were removed from this device');
  expect(device.status().connection.state).toBe('connected');
});

it('another log: what only the old one had is gone, and it is said', { tags: ['M-12', 'F-34'] }, async () => {
  const device = await settled();
  holds(device, [1, 7], 3);
  device.platform.epoch = 'e2';
  device.platform.seq = 12;
  Object.assign(device.platform.topics, { verifications: 11, pipeline: 10 });
  for (const stream of device.platform.openStreams()) stream.fail();
  await pass(5_000);
  device.platform.hello();
  await pass(5_000);
  expect(await onDevice()).toEqual({ verifications: at([1, 7], 3), links: 2, stages: [3] });
  expect(notices(device)).toEqual(['The platform’s data was replaced']);
});

it('nothing is taken for gone while the platform does not answer whole, nor where its log only went on', {
  tags: ['M-12', 'F-34'],
}, async () => {
  const device = await settled();
  device.platform.replies.set('/api/verifications', { status: 503, body: { message: 'later' } });
  device.platform.epoch = 'e2';
  for (const stream of device.platform.openStreams()) stream.fail();
  await pass(5_000);
  device.platform.hello();
  await pass(5_000);
  expect((await onDevice()).verifications).toEqual(at([0, 1, 2, 3], 90));
  expect(notices(device)).toEqual([]);
});

it('a backup is put back under the same log: where the kill switch stands is what the platform says now, though its count is a lower one', {
  tags: ['M-12', 'F-34', 'D-23'],
}, async () => {
  const device = await settled();
  const pulled = { active: true, reason: 'Fraud', by: 'Brian', since: lastUpdated, version: 9 };
  const setBackTo = async (seq: number, killSwitch: object) => {
    device.platform.replies.set('/api/system/kill-switch', { body: killSwitch });
    device.platform.seq = seq;
    Object.assign(device.platform.topics, { verifications: seq - 10, pipeline: seq - 20 });
    for (const stream of device.platform.openStreams()) stream.fail();
    await pass(5_000);
    device.platform.hello();
    await pass(5_000);
  };
  await setBackTo(400, pulled);
  expect(device.status().killSwitch).toMatchObject({ by: 'Brian', version: 9 });
  // The state before it was pulled.
  await setBackTo(300, { ...pulled, active: false, version: 4 });
  expect(device.status().killSwitch).toBeNull();
  // A pull at the restored platform is noticed within the limit, whatever version number it had before.
  device.platform.emit(
    frameOf('system.kill_switch', 'kill-switch', { ...pulled, by: 'Amina', version: 5 }, { seq: 301, prev: 0, version: 5 }),
  );
  await pass(2_000);
  expect(device.status().killSwitch).toMatchObject({ by: 'Amina', version: 5 });
});

it('a backup is put back while the disk does not take a word of it: what the platform does not have is gone once the disk does', {
  tags: ['M-12', 'F-34'],
}, async () => {
  const device = await settled();
  const disk = fillDisk('commit');
  holds(device, [0, 1], 40);
  device.platform.seq = 300;
  Object.assign(device.platform.topics, { verifications: 290, pipeline: 280 });
  for (const stream of device.platform.openStreams()) stream.fail();
  await pass(5_000);
  device.platform.hello();
  await pass(5_000);
  disk.end();
  await pass(120_000);
  expect(await onDevice()).toEqual({ verifications: at([0, 1], 40), links: 2, stages: [40] });
});

it('an answer from before a backup was put back, still on its way then, does not stand for one of the log as it is now', {
  tags: ['M-12', 'F-34'],
}, async () => {
  const device = await settled();
  device.platform.onItsWayMs = (path) => (path === '/api/pipeline' || path === '/api/verifications' ? 12_000 : 0);
  void device.api.refresh(['pipeline', 'verifications']);
  await pass(100);
  device.platform.onItsWayMs = () => 0;
  holds(device, [0, 1], 40);
  device.platform.seq = 300;
  Object.assign(device.platform.topics, { verifications: 290, pipeline: 280 });
  for (const stream of device.platform.openStreams()) stream.fail();
  await pass(5_000);
  device.platform.hello();
  await pass(30_000);
  expect(await onDevice()).toEqual({ verifications: at([0, 1], 40), links: 2, stages: [40] });
});
