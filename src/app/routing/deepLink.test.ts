import { describe, expect, it } from 'vitest';
import { href } from '../../domain/screens/address.ts';
import { loginHref, safeReturnTo } from './deepLink.ts';

describe('deep link kept over the way in', () => {
  it('keeps a path of the console with its query', () => {
    expect(safeReturnTo('/operations/verifications?status=failed#vrf')).toBe('/operations/verifications?status=failed#vrf');
    expect(loginHref('/operations/dlq', 'q=BANK')).toBe('/login?next=%2Foperations%2Fdlq%3Fq%3DBANK');
    expect(loginHref('/operations/dlq', 'q=BANK')).toBe(href('login', { next: '/operations/dlq?q=BANK' }));
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '//[',
    'javascript:alert(1)',
    '',
    null,
  ])('never leads off the console: %j', { tags: ['G-14'] }, (asked) => {
    expect(safeReturnTo(asked)).toBe('/');
  });

  it.each(['/login?next=/login', '/callback?code=1', '/unauthorized', '/login-morphic', '/callback-morphic'])(
    'does not lead back to a door: %s',
    (asked) => {
      expect(safeReturnTo(asked)).toBe('/');
    },
  );

  it('adds nothing for the overview', () => {
    expect(loginHref('/', '')).toBe('/login');
  });
});
