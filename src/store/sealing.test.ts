import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type SealedDb, sealAside } from './sealedRows.ts';
import { createSealer, type Envelope, isSealed, samePayload } from './sealing.ts';

const newKey = (): Promise<CryptoKey> => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

it('[D-31] whatever was sealed opens as it was, and two sealings of one value share nothing', async () => {
  const sealer = createSealer(await newKey(), 'ukweli:demo:u1');
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

it('[D-31] what is sealed is never the same as what stands in the clear, whatever that is: a row that was sealed meanwhile has changed', async () => {
  const sealed = await createSealer(await newKey(), 'd').seal('p', { lag: 5 });
  const looksLike: unknown = JSON.parse(JSON.stringify(sealed));
  for (const plain of [null, 'text', { lag: 5 }, { v: 1, iv: [] }, looksLike])
    expect([samePayload(sealed, plain), samePayload(plain, sealed), samePayload(plain, structuredClone(plain))]).toEqual([
      false,
      false,
      true,
    ]);
});

it('[D-31] one changed bit, another place, another database or another key, and nothing opens', async () => {
  const key = await newKey();
  const sealer = createSealer(key, 'ukweli:demo:u1');
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
  expect(await createSealer(key, 'ukweli:demo:u2').open('stages a', whole)).toBeNull();
  expect(await createSealer(await newKey(), 'ukweli:demo:u1').open('stages a', whole)).toBeNull();
  expect(await sealer.open('stages a', whole)).toEqual({ lag: 5 });
});

it('what is not sealed is given back as it is, whatever it looks like', async () => {
  const sealer = createSealer(await newKey(), 'd');
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

it('[M-13] [D-31] what is set aside under a lock is sealed whole, whatever it is, unless it is sealed already', async () => {
  const sealer = createSealer(await newKey(), 'd');
  const db = { name: 'd', sealer } as unknown as SealedDb; // what setting aside asks of it
  for (const spoilt of ['text', 7, null, { payload: { lag: 5 } }, { lag: 5 }]) {
    const aside = await sealAside(db, spoilt);
    expect(isSealed(aside)).toBe(true);
    expect(await sealer.open('setAside', aside as Envelope)).toEqual(spoilt);
  }
  const sealed = await sealer.seal('setAside', 'text');
  const row = { packId: 'EP-1', payload: sealed };
  expect([await sealAside(db, sealed), await sealAside(db, row)]).toEqual([sealed, row]);
});
