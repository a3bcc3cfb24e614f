import { expect, it } from 'vitest';
import type { StoredLock } from '../../../store/storedLock.ts';
import { strengthened } from './lockStrength.ts';

const owner = { name: 'Amina Otieno', email: 'amina@ukweli.example' };
const held = { id: 'l1', kind: 'pin', iterations: 1_000, wrapped: 'w', digits: true, weak: false } as unknown as StoredLock; // the part that is read

it('a PIN that would not do today is noted as such once it is known, and a lock that is as it should be is left alone', {
  tags: ['M-13', 'G-5'],
}, async () => {
  const judged = (pin: string, lock: StoredLock = held) => strengthened(lock, { kind: 'pin', pin }, owner, 1_000);
  expect(await judged('48291357')).toBeNull();
  expect((await judged('123456'))?.(held)).toEqual({ digits: true, weak: true });
  expect(await judged('123456', { ...held, weak: true })).toBeNull();
  // Another PIN was chosen meanwhile.
  expect((await judged('123456'))?.({ ...held, wrapped: 'another' })).toEqual({});
});
