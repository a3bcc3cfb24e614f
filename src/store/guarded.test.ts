import { Dexie } from 'dexie';
import { expect, it } from 'vitest';
import { guarded, storageProblem } from './guarded.ts';

it('a call on the database that was ended because we closed it is cancelled, and is no fault that is told', () => {
  expect(storageProblem(new Dexie.DatabaseClosedError('closing'))).toMatchObject({ code: 'cancelled', retry: false });
});

it('a database that did not open is a fault of the storage, though Dexie calls it closed', () => {
  const closed = Object.assign(new Dexie.DatabaseClosedError('not opened'), { inner: new DOMException('broken', 'UnknownError') });
  expect(storageProblem(closed)).toMatchObject({ code: 'storage', retry: true });
});

it('what fails without a name is a fault of the storage, never a call that somebody cancelled', async () => {
  for (const thrown of ['text', undefined, null, {}, { inner: {} }])
    expect(await guarded(() => Promise.reject(thrown)), JSON.stringify(thrown)).toMatchObject({ ok: false, problem: { code: 'storage' } });
});

it('only a text is a name: what stands behind an error without one still counts', () => {
  expect(storageProblem({ name: 5, inner: new Dexie.DatabaseClosedError('closing') })).toMatchObject({ code: 'cancelled' });
  expect(storageProblem({ name: 5, inner: new DOMException('no room', 'QuotaExceededError') })).toMatchObject({ cause: 'full' });
});

it('an error that names itself as its own cause is told of like any other', () => {
  const error: { name: string; inner?: unknown } = { name: 'AbortError' };
  error.inner = error;
  expect(storageProblem(error)).toMatchObject({ code: 'storage', retry: true });
});
