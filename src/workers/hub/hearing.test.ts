import { expect, it } from 'vitest';
import { amina, brian } from '../../../tests/builders/fakePlatform.ts';
import { headers } from '../../contracts/endpoints.ts';
import { createHearing } from './hearing.ts';
import type { SessionShell } from './sessionShell.ts';
import type { WordKeeper } from './wordKeeper.ts';

it('a word of the platform that comes late, to a call of whoever was in before, is not kept for whoever is in now', {
  tags: ['M-7', 'D-56'],
}, () => {
  const kept: [string, string][] = [];
  const words = { heard: (userId: string, word: string) => void kept.push([userId, word]) } as unknown as WordKeeper; // the part that createHearing calls
  const session = () => ({ state: () => ({ name: 'signedIn', user: amina, confirmed: true }) }) as unknown as SessionShell; // the part that createHearing reads
  const heard = createHearing({ words, outbox: () => null, session });
  const answered = (word: string) =>
    ({
      ok: true,
      value: { value: null, cachedAt: null, header: (name: string) => (name === headers.platformWord ? word : null) },
    }) as unknown as Parameters<typeof heard>[0]; // the part of an answer that is read
  heard(answered('for brian'), 0, brian.id);
  heard(answered('for amina'), 0, amina.id);
  heard(answered('for whoever is in'), 0, null);
  expect(kept).toEqual([
    [amina.id, 'for amina'],
    [amina.id, 'for whoever is in'],
  ]);
});
