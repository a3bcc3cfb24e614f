import { Dexie } from 'dexie';
import { afterEach, expect, it } from 'vitest';
import { cipherOf } from '../../tests/builders/cipherOf.ts';
import { blankSync } from './owed.ts';
import { ConsoleDb } from './schema.ts';
import { decryptRows } from './decryptRows.ts';
import { encryptRows } from './encryptRows.ts';
import { decryptSync, encryptSync } from './encryptedSync.ts';
import type { SyncRow } from './types.ts';

afterEach(() => Dexie.delete(new ConsoleDb('demo', 'u-moved').name));

/** A database under a lock. */
async function lockedDb(): Promise<ConsoleDb> {
  const db = new ConsoleDb('demo', 'u-moved');
  db.cipher = await cipherOf(await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']), db.name);
  return db;
}

it('what is encrypted opens at its own row, and under the name of another it does not', { tags: ['M-13', 'G-4', 'D-31'] }, async () => {
  const db = await lockedDb();
  const [one, other] = await encryptRows(
    db,
    'portfolios',
    ['DGN-1', 'DGN-2'].map((portfolioId) => ({ portfolioId, payload: { portfolioId } })),
  );
  if (one === undefined || other === undefined) throw new Error('two rows are encrypted');
  const opened = await decryptRows(db, 'portfolios', [one, other, { ...one, payload: other.payload }]);
  expect(opened.map(({ payload }) => payload)).toEqual([{ portfolioId: 'DGN-1' }, { portfolioId: 'DGN-2' }, null]);
  db.close();
});

it('what is encrypted in a table that numbers its rows opens in that table alone: a row that was set aside cannot be passed off as a command', {
  tags: ['M-13', 'G-4', 'D-31'],
}, async () => {
  const db = await lockedDb();
  const [aside] = await encryptRows(db, 'setAside', [{ payload: { key: 'DGN-1' } }]);
  if (aside === undefined) throw new Error('one row is encrypted');
  expect(await decryptRows(db, 'setAside', [{ ...aside, id: 7 }])).toEqual([{ id: 7, payload: { key: 'DGN-1' } }]);
  expect(await decryptRows(db, 'outbox', [{ ...aside, id: 7 }])).toEqual([{ id: 7, payload: null }]);
  db.close();
});

it('what is encrypted beside one resource, as sums and the names of damaged rows, is not taken for another one’s', {
  tags: ['M-13', 'G-4', 'D-31'],
}, async () => {
  const db = await lockedDb();
  const row: SyncRow = { ...blankSync('kpis'), cameDamaged: ['PAY-1'] };
  const encrypted = await encryptSync(db, row);
  expect(encrypted.cameDamaged).toBeUndefined();
  expect(await decryptSync(db, encrypted)).toEqual(row);
  expect(await decryptSync(db, { ...encrypted, resource: 'health' })).toEqual(blankSync('health'));
  db.close();
});
