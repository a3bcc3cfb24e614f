import { expect, it } from 'vitest';
import { searchTokens, searchWords } from './searchTokens.ts';

const finds = (typed: string, text: string): boolean =>
  searchWords(typed).every((word) => searchTokens([text]).some((token) => token.startsWith(word)));

it('finds a name as it is written, apostrophe and hyphen included, and an id whole or in part', { tags: ['D-28'] }, () => {
  for (const name of ['Nakuru West Girls’', "Eldoret Central Boys'", 'VRF-001247', 'KE-NKR-018']) {
    expect(finds(name, name)).toBe(true);
    expect(finds(name.slice(0, -1).toUpperCase(), name)).toBe(true);
  }
  expect(finds('VRF-001248', 'VRF-001247')).toBe(false);
  expect(searchWords(' ’ - ')).toEqual([]);
});
