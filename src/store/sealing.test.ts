import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type SealedDb } from './sealedRows.ts';
import { sealAside } from './sealingRows.ts';
import { sealerOf } from '../../tests/builders/sealerOf.ts';
import { type Envelope, isSealed, samePayload } from './sealing.ts';

const newKey = (): Promise<CryptoKey> => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

it('whatever was sealed opens as it was, and two sealings of one value share nothing', { tags: ['D-31'] }, async () => {
  const sealer = await sealerOf(await newKey(), 'ukweli:demo:u1');
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.string(), async (value, place) => {
      const [one, two] = [await sealer.seal(place, value), await sealer.seal(place, value)];
      expect(isSealed(one)).toBe(true);
      expect(samePayload(one, two)).toBe(false);
      expect(samePayload(one, structuredClone(one))).toBe(true);
      expect(JSON.stringify(await sealer.open(place, structuredClone(one)))).toBe(JSON.stringify(value));
    }),
    { numRuns: 60 },
  );
});

it('what is sealed is never the same as what stands in the clear, whatever that is: a row that was sealed meanwhile has changed', {
  tags: ['D-31'],
}, async () => {
  const sealed = await (await sealerOf(await newKey(), 'd')).seal('p', { lag: 5 });
  const looksLike: unknown = JSON.parse(JSON.stringify(sealed));
  for (const plain of [null, 'text', { lag: 5 }, { v: 1, iv: [] }, looksLike])
    expect([samePayload(sealed, plain), samePayload(plain, sealed), samePayload(plain, structuredClone(plain))]).toEqual([
      false,
      false,
      true,
    ]);
});

it('one changed bit, another place, another database or another key, and nothing opens', { tags: ['D-31'] }, async () => {
  const key = await newKey();
  const sealer = await sealerOf(key, 'ukweli:demo:u1');
  const whole = await sealer.seal('stages a', { lag: 5 });
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.integer({ min: 0, max: 7 }), fc.boolean(), async (at, bit, inIv) => {
      const spoilt: Envelope = structuredClone(whole);
      const bytes = inIv ? spoilt.iv : new Uint8Array(spoilt.bytes);
      const place = at % bytes.length;
      bytes[place] = (bytes[place] ?? 0) ^ (1 << bit);
      expect(await sealer.open('stages a', spoilt)).toBeNull();
    }),
    { numRuns: 60 },
  );
  expect(await sealer.open('stages b', whole)).toBeNull();
  expect(await (await sealerOf(key, 'ukweli:demo:u2')).open('stages a', whole)).toBeNull();
  expect(await (await sealerOf(await newKey(), 'ukweli:demo:u1')).open('stages a', whole)).toBeNull();
  expect(await sealer.open('stages a', whole)).toEqual({ lag: 5 });
});

it('what is not sealed is given back as it is, whatever it looks like', async () => {
  const sealer = await sealerOf(await newKey(), 'd');
  for (const plain of [
    null,
    'text',
    3,
    [],
    { v: 1 },
    { v: 1, iv: new Uint8Array(12) },
    { v: 2, iv: new Uint8Array(12), bytes: new ArrayBuffer(3) },
  ])
    expect(await sealer.open('p', plain)).toBe(plain);
});

it('what is set aside under a lock is sealed whole, whatever it is, unless it is sealed already; nor is its key in the clear', {
  tags: ['M-13', 'D-31'],
}, async () => {
  const sealer = await sealerOf(await newKey(), 'd');
  const db = { name: 'd', sealer } as unknown as SealedDb; // the members that sealAside uses
  const aside = (row: unknown) => sealAside(db, { table: 'packs', key: 'EP-1', row });
  for (const spoilt of ['text', 7, null, { payload: { lag: 5 } }, { lag: 5 }, { packId: 'EP-1', payload: await sealer.seal('p', 1) }]) {
    const { key, row } = await aside(spoilt);
    expect([key, isSealed(row)]).toEqual([sealer.veil.text('EP-1'), true]);
    if (spoilt === 'text') expect(await sealer.open('setAside', row)).toEqual(spoilt);
  }
  const sealed = await sealer.seal('setAside', 'text');
  const row = { packId: sealer.veil.text('EP-1'), payload: sealed };
  expect([(await aside(sealed)).row, (await aside(row)).row]).toEqual([sealed, row]);
});
