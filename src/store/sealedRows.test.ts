import { Dexie } from 'dexie';
import { afterEach, expect, it } from 'vitest';
import { sealerOf } from '../../tests/builders/sealerOf.ts';
import { blankSync } from './owed.ts';
import { ConsoleDb } from './schema.ts';
import { openRows } from './sealedRows.ts';
import { sealRows } from './sealingRows.ts';
import { openSync, sealSync } from './sealedSync.ts';
import type { SyncRow } from './types.ts';

afterEach(() => Dexie.delete(new ConsoleDb('demo', 'u-moved').name));

/** A database under a lock. */
async function lockedDb(): Promise<ConsoleDb> {
  const db = new ConsoleDb('demo', 'u-moved');
  db.sealer = await sealerOf(await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']), db.name);
  return db;
}

it('what is sealed opens at its own row, and under the name of another it does not', { tags: ['M-13', 'G-4', 'D-31'] }, async () => {
  const db = await lockedDb();
  const [one, other] = await sealRows(
    db,
    'portfolios',
    ['DGN-1', 'DGN-2'].map((portfolioId) => ({ portfolioId, payload: { portfolioId } })),
  );
  if (one === undefined || other === undefined) throw new Error('two rows are sealed');
  const opened = await openRows(db, 'portfolios', [one, other, { ...one, payload: other.payload }]);
  expect(opened.map(({ payload }) => payload)).toEqual([{ portfolioId: 'DGN-1' }, { portfolioId: 'DGN-2' }, null]);
  db.close();
});

it('what is sealed in a table that numbers its rows opens in that table alone: a row that was set aside cannot be passed off as a command', {
  tags: ['M-13', 'G-4', 'D-31'],
}, async () => {
  const db = await lockedDb();
  const [aside] = await sealRows(db, 'setAside', [{ payload: { key: 'DGN-1' } }]);
  if (aside === undefined) throw new Error('one row is sealed');
  expect(await openRows(db, 'setAside', [{ ...aside, id: 7 }])).toEqual([{ id: 7, payload: { key: 'DGN-1' } }]);
  expect(await openRows(db, 'outbox', [{ ...aside, id: 7 }])).toEqual([{ id: 7, payload: null }]);
  db.close();
});

it('what is sealed beside one resource, as sums and the names of damaged rows, is not taken for another one’s', {
  tags: ['M-13', 'G-4', 'D-31'],
}, async () => {
  const db = await lockedDb();
  const row: SyncRow = { ...blankSync('kpis'), cameDamaged: ['PAY-1'] };
  const sealed = await sealSync(db, row);
  expect(sealed.cameDamaged).toBeUndefined();
  expect(await openSync(db, sealed)).toEqual(row);
  expect(await openSync(db, { ...sealed, resource: 'health' })).toEqual(blankSync('health'));
  db.close();
});
