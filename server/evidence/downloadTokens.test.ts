import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DownloadGrant, LINK_LIFE_MS, mintToken, tokenGrants } from './downloadTokens.ts';

const secret = new Uint8Array(32).fill(3);
const grant: DownloadGrant = { tenantId: 'demo', sessionId: 's-1', packId: 'EP-0931', name: 'meter-readings.csv' };
const now = 1_763_465_166_000;
const token = mintToken(secret, grant, now + LINK_LIFE_MS);

describe('download tokens', () => {
  it('grant one file for 15 minutes', { tags: ['C-75'] }, () => {
    expect(tokenGrants(secret, token, grant, now)).toBe(true);
    expect(tokenGrants(secret, token, grant, now + LINK_LIFE_MS - 1)).toBe(true);
    expect(tokenGrants(secret, token, grant, now + LINK_LIFE_MS)).toBe(false);
  });

  it.each([
    ['another tenant', { tenantId: 'kampala' }],
    ['another session', { sessionId: 's-2' }],
    ['another pack', { packId: 'EP-0930' }],
    ['another file', { name: 'site-declaration.pdf' }],
    ['a shifted boundary', { packId: 'EP-0931"', name: ',"meter-readings.csv' }],
  ])('grant nothing to %s', { tags: ['C-75'] }, (_, change) => {
    expect(tokenGrants(secret, token, { ...grant, ...change }, now)).toBe(false);
  });

  it('no other text, later expiry, other secret or changed character grants anything', { tags: ['C-75', 'A-16'] }, () => {
    const [expiry = '', mac = ''] = token.split('.');
    expect(tokenGrants(secret, `${(now + 10 * LINK_LIFE_MS).toString(36)}.${mac}`, grant, now)).toBe(false);
    expect(tokenGrants(new Uint8Array(32), token, grant, now)).toBe(false);
    expect(tokenGrants(secret, `${expiry}.${mac}=`, grant, now)).toBe(false);
    expect(tokenGrants(secret, `0${token}`, grant, now)).toBe(false);
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(text !== token);
        expect(tokenGrants(secret, text, grant, now)).toBe(false);
      }),
    );
    fc.assert(
      fc.property(fc.nat({ max: mac.length - 1 }), fc.constantFrom(...'ABCxyz019-_'), (at, letter) => {
        fc.pre(mac[at] !== letter);
        expect(tokenGrants(secret, `${expiry}.${mac.slice(0, at)}${letter}${mac.slice(at + 1)}`, grant, now)).toBe(false);
      }),
    );
  });

  it('one spelling only: the idle bits of the last character count too', { tags: ['C-75'] }, () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const granted = [...letters].filter((letter) => tokenGrants(secret, `${token.slice(0, -1)}${letter}`, grant, now));
    expect(granted).toEqual([token.at(-1)]);
  });
});
