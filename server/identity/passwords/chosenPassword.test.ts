import { describe, expect, it } from 'vitest';
import { isStrongPassword } from '../../../src/domain/accounts/password.ts';
import { whyGuessable } from './chosenPassword.ts';
import { commonPasswordList } from './commonPasswordList.ts';
import { demoPassword } from '../demo/demoAccounts.ts';
import { makePassword } from '../demo/demoPasswords.ts';

const person = { name: 'Wanjiru Kamau', email: 'w.kamau@lakeside.example' };
const judged = (password: string): string | null => whyGuessable(password, person);
const list = commonPasswordList.trim().split(/\s+/);

describe('a password that others try first', { tags: ['G-10'] }, () => {
  it('has a list of 3,000 to be held against, each once and in small letters', () => {
    expect([list.length, new Set(list).size]).toEqual([3000, 3000]);
    expect(list.filter((one) => one !== one.toLowerCase() || one.length < 4 || !/[a-z]/.test(one))).toEqual([]);
    expect(list[0]).toBe('password');
  });

  it('every one of the list is refused as the rules make people write it: a large letter, a number, a sign', () => {
    const written = list.map((one) => `${one.replace(/[a-z]/, (letter) => letter.toUpperCase())}1!`);
    const passed = written.filter((one) => judged(one) === null);
    expect(passed).toEqual([]);
    expect(written.filter(isStrongPassword).length).toBeGreaterThan(2000);
  });

  it.each([
    'Password1!',
    'Qwerty123!',
    'P@ssw0rd!',
    'P@$$w0rd2026',
    'PASSW0RD!!!a'.replace('a', ''),
    'Pa55word#1',
    'Passw0rd1!',
    'Dragon#2026!',
    'Drag0n0000!',
    '1Password!',
    '!!Sunshine99',
    'Pass-word-1!',
    'QWERTY-uiop-7!',
    'SunshineSunshine1!',
    'Abc123!!',
    'Ｐａｓｓｗｏｒｄ1!',
    'W3lc0me!2026',
  ])('%s is one of them', (password) => {
    expect(judged(password)).toMatch(/^This password is too common/);
  });

  it.each([demoPassword, 'Ukweli-Console-9!', 'UKW3L1-2026!', 'C0nsole#Nairobi1', 'Kampala2026!', 'ClimateFinance-7!'])(
    '%s is made of the product’s words',
    (password) => {
      expect(judged(password)).toMatch(/words of this product/);
    },
  );

  it.each([
    'Wanjiru-2026!',
    'Kamau.Wanjiru1!',
    'W4njiru#Kamau9',
    'Lakeside-2026!',
    'W.kamau@lakeside.example1',
    'WanjiruK1!',
    '2026-Kamau-K!',
  ])('%s is made of the person’s own name or address', (password) => {
    expect(judged(password)).toMatch(/your name or address/);
  });

  it.each([
    'Mlima-Kenya-5199!',
    'Ziwa-Victoria-68!',
    'An entirely new Passw0rd!',
    'Three-Herons-Wade-9!',
    // Half of it is a common word, but it is not that word twice.
    'Dragon-Zebras-7!',
    'correct horse Battery staple 4!',
    'kD8#xq!Zp2wR',
    'Wanjiru counts 14 Herons at dusk!',
    'Ä-sehr-langer-Satz-3!',
    '密码密码密码Aa1!',
  ])('%s is none', (password) => {
    expect(judged(password)).toBeNull();
  });

  it('is judged of persons by what their names are, however short, and holds nothing against who has none', () => {
    expect(whyGuessable('Ali12345!', { name: 'Ali', email: 'ali@a.example' })).toMatch(/your name/);
    expect(whyGuessable('Alight-Valve-44!', { name: 'Ali', email: 'ali@a.example' })).toBeNull();
    expect(whyGuessable('Three-Herons-Wade-9!', { name: '', email: '' })).toBeNull();
  });

  it('takes no time with the longest, and refuses none that is random', () => {
    const began = performance.now();
    judged(`Password${'1!'.repeat(508)}`);
    judged('aA1!'.repeat(256));
    expect(performance.now() - began).toBeLessThan(500);
    expect(Array.from({ length: 500 }, makePassword).filter((one) => judged(one) !== null)).toEqual([]);
  });
});
