import { expect, it } from 'vitest';
import { stageFrame } from '../../tests/builders/operations.ts';
import { at, lags, openedStore } from '../../tests/builders/openedStore.ts';
import { stopAndEmpty } from './emptying.ts';
import { databaseName } from './schema.ts';

const device = openedStore();

it('what is emptied stays empty: a writer that is at work puts nothing back, then or later', {
  tags: ['M-13', 'M-2', 'F-38'],
}, async () => {
  const batch = (seq: number) => ({ frames: [stageFrame(seq)], cursors: { pipeline: seq }, epoch: 'e1', at });
  const writing = device.store.applyBatch(batch(5));
  expect(await stopAndEmpty(databaseName('demo', 'u1'), [])).toEqual({ ok: true, value: null });
  await writing;
  expect(await device.store.applyBatch(batch(6))).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
  expect(await lags()).toEqual([]);
});
