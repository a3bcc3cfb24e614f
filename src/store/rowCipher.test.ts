import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CipherDb } from './decryptRows.ts';
import { encryptAside } from './encryptRows.ts';
import { cipherOf } from '../../tests/builders/cipherOf.ts';
import { type Envelope, isEncrypted, samePayload } from './rowCipher.ts';

const newKey = (): Promise<CryptoKey> => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

it('whatever was encrypted opens as it was, and two encryptions of one value share nothing', { tags: ['D-31'] }, async () => {
  const cipher = await cipherOf(await newKey(), 'ukweli:demo:u1');
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.string(), async (value, place) => {
      const [one, two] = [await cipher.encrypt(place, value), await cipher.encrypt(place, value)];
      expect(isEncrypted(one)).toBe(true);
      expect(samePayload(one, two)).toBe(false);
      expect(samePayload(one, structuredClone(one))).toBe(true);
      expect(JSON.stringify(await cipher.decrypt(place, structuredClone(one)))).toBe(JSON.stringify(value));
    }),
    { numRuns: 60 },
  );
});

it('what is encrypted is never the same as what stands in the clear, whatever that is: a row that was encrypted meanwhile has changed', {
  tags: ['D-31'],
}, async () => {
  const encrypted = await (await cipherOf(await newKey(), 'd')).encrypt('p', { lag: 5 });
  const looksLike: unknown = JSON.parse(JSON.stringify(encrypted));
  for (const plain of [null, 'text', { lag: 5 }, { v: 1, iv: [] }, looksLike])
    expect([samePayload(encrypted, plain), samePayload(plain, encrypted), samePayload(plain, structuredClone(plain))]).toEqual([
      false,
      false,
      true,
    ]);
});

it('one changed bit, another place, another database or another key, and nothing opens', { tags: ['D-31'] }, async () => {
  const key = await newKey();
  const cipher = await cipherOf(key, 'ukweli:demo:u1');
  const whole = await cipher.encrypt('stages a', { lag: 5 });
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.integer({ min: 0, max: 7 }), fc.boolean(), async (at, bit, inIv) => {
      const spoilt: Envelope = structuredClone(whole);
      const bytes = inIv ? spoilt.iv : new Uint8Array(spoilt.bytes);
      const place = at % bytes.length;
      bytes[place] = (bytes[place] ?? 0) ^ (1 << bit);
      expect(await cipher.decrypt('stages a', spoilt)).toBeNull();
    }),
    { numRuns: 60 },
  );
  expect(await cipher.decrypt('stages b', whole)).toBeNull();
  expect(await (await cipherOf(key, 'ukweli:demo:u2')).decrypt('stages a', whole)).toBeNull();
  expect(await (await cipherOf(await newKey(), 'ukweli:demo:u1')).decrypt('stages a', whole)).toBeNull();
  expect(await cipher.decrypt('stages a', whole)).toEqual({ lag: 5 });
});

it('what is not encrypted is given back as it is, whatever it looks like', async () => {
  const cipher = await cipherOf(await newKey(), 'd');
  for (const plain of [
    null,
    'text',
    3,
    [],
    { v: 1 },
    { v: 1, iv: new Uint8Array(12) },
    { v: 2, iv: new Uint8Array(12), bytes: new ArrayBuffer(3) },
  ])
    expect(await cipher.decrypt('p', plain)).toBe(plain);
});

it('what is set aside under a lock is encrypted whole, whatever it is, unless it is encrypted already; nor is its key in the clear', {
  tags: ['M-13', 'D-31'],
}, async () => {
  const cipher = await cipherOf(await newKey(), 'd');
  const db = { name: 'd', cipher } as unknown as CipherDb; // the members that encryptAside uses
  const aside = (row: unknown) => encryptAside(db, { table: 'packs', key: 'EP-1', row });
  for (const spoilt of ['text', 7, null, { payload: { lag: 5 } }, { lag: 5 }, { packId: 'EP-1', payload: await cipher.encrypt('p', 1) }]) {
    const { key, row } = await aside(spoilt);
    expect([key, isEncrypted(row)]).toEqual([cipher.veil.text('EP-1'), true]);
    if (spoilt === 'text') expect(await cipher.decrypt('setAside', row)).toEqual(spoilt);
  }
  const encrypted = await cipher.encrypt('setAside', 'text');
  const row = { packId: cipher.veil.text('EP-1'), payload: encrypted };
  expect([(await aside(encrypted)).row, (await aside(row)).row]).toEqual([encrypted, row]);
});
