import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { deviceKeyStore, makeKeyPair } from './deviceKeys.ts';

it('the key of a session that ended is on this device no more, nor the one that was to take its place', {
  tags: ['M-13', 'D-55', 'D-51'],
}, async () => {
  const held = { pair: await makeKeyPair(false), nonce: 'n' };
  await deviceKeyStore.write({ held, next: { ...held, nonce: null } });
  expect(await deviceKeyStore.read()).toMatchObject({ held: { nonce: 'n' }, next: { nonce: null } });
  await deviceKeyStore.remove();
  expect(await deviceKeyStore.read()).toEqual({ held: null, next: null });
});
