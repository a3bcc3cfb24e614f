import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { stageRow, verificationRow } from '../../tests/builders/operations.ts';
import { answered, openedStore, pipeline } from '../../tests/builders/openedStore.ts';
import { valueOf } from '../../tests/builders/valueOf.ts';
import * as read from './read.ts';
import * as readAgents from './readAgents.ts';
import { readSavedViews } from './readSavedViews.ts';
import { readAllVerifications, readVerifications } from './readVerifications.ts';
import { tableRules } from './resources.ts';
import { ConsoleDb } from './schema.ts';
import type { StoredRow } from './entities/entity.ts';
import { DamagedRow } from './unpack.ts';

const device = openedStore();
const spoilt = { spoilt: true };

async function damage(table: string, key: string): Promise<void> {
  const db = new ConsoleDb('demo', 'u1');
  expect(await db.table<StoredRow, string>(table).update(key, { payload: spoilt })).toBe(1);
  db.close();
}

it('a damaged row that is a whole answer is no answer that holds nothing', { tags: ['T-9', 'F-25'] }, async () => {
  const db = new ConsoleDb('demo', 'u1');
  const row = { version: 1, seq: 1, epoch: 'e1', payload: spoilt };
  await db.table('singles').bulkPut(tableRules.singles.resources.map((key) => ({ id: key, ...row })));
  await db.table('kpis').put({ id: 'kpis', ...row });
  await db.table('series').put({ id: '1h stage.decision_service.lag', ...row });
  db.close();
  const whole = [
    read.readKpis,
    read.readConfidence,
    read.readRefinanceSummary,
    read.readRbfSummary,
    readAgents.readAgreement,
    readAgents.readOverrides,
    readAgents.readAiTrail,
    readSavedViews,
    () => read.readSeries(['stage.decision_service.lag'], '1h'),
  ];
  for (const one of whole) await expect(one(), one.name).rejects.toThrow(DamagedRow);
});

it('points that can be read are no damage, nor is a metric of which none are held', { tags: ['T-9', 'F-25'] }, async () => {
  const metric = 'stage.decision_service.lag' as const;
  const lastUpdated = '2026-11-21T08:00:00Z';
  const hour = { series: [{ metric, points: [[1, 2] as [number, number]] }], from: lastUpdated, to: lastUpdated, stepS: 60, lastUpdated };
  valueOf(await device.store.applyAnswer('series:1h', hour, answered(5)));
  expect([...(await read.readSeries([metric, 'stage.outbox_pump.lag'], '1h'))]).toEqual([[metric, [[1, 2]]]]);
});

it('what leaves the device as all of a table is refused while a row of it is damaged', { tags: ['T-9', 'F-25'] }, async () => {
  const rows = [verificationRow(0), verificationRow(1)];
  const page = { verifications: rows, superseded: [], totalCount: 2, nextCursor: null, head: null } as never; // as the hub writes a page
  valueOf(await device.store.applyAnswer('verifications', page, answered(5)));
  expect(await readAllVerifications({ sort: 'newest' })).toHaveLength(2);
  await damage('verifications', rows[0]?.vrfId ?? '');
  expect(await readVerifications({ sort: 'newest', offset: 0, limit: 40 })).toMatchObject({ corrupt: 1 });
  await expect(readAllVerifications({ sort: 'newest' })).rejects.toThrow(DamagedRow);
});

it('a row that was set aside is told as missing until all have come again', { tags: ['T-9', 'F-25'] }, async () => {
  const unread = async () => (await read.readSync('pipeline'))?.unread ?? 0;
  const both = pipeline(stageRow(), stageRow({ name: 'outbox_pump' }));
  valueOf(await device.store.applyAnswer('pipeline', both, answered(40)));
  await damage('stages', 'decision_service');
  expect(valueOf(await device.store.audit())).toEqual({ setAside: 1, refetch: ['pipeline'] });
  expect(await read.readStages()).toMatchObject({ corrupt: 0 });
  expect(await unread()).toBe(1);
  await damage('stages', 'outbox_pump');
  valueOf(await device.store.audit());
  expect(await unread()).toBe(2);
  // An answer with only the changes, requested earlier, has neither row: the table stays incomplete and is fetched in full again.
  valueOf(await device.store.applyAnswer('pipeline', pipeline(), answered(41, { extent: 'part' })));
  expect(await read.readSync('pipeline')).toMatchObject({ asOfSeq: null, unread: 2 });
  valueOf(await device.store.applyAnswer('pipeline', both, answered(42)));
  expect(await read.readSync('pipeline')).toMatchObject({ asOfSeq: 42 });
  expect(await unread()).toBe(0);
  expect((await read.readStages()).rows).toHaveLength(2);
});
