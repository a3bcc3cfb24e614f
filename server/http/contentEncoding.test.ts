import { expect, it } from 'vitest';
import { chooseEncoding, type Encoding, matchesTag } from './contentEncoding.ts';

const all = () => true;
const only =
  (...there: Encoding[]) =>
  (encoding: Encoding) =>
    there.includes(encoding);

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, gzip;q=0.0', 'identity'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['brotli', 'identity'],
  ['', 'identity'],
  ['identity', 'identity'],
  [';;,,=;q', 'identity'],
])('answers %s with %s', (header, expected) => {
  expect(chooseEncoding(header, all)).toBe(expected);
});

it('gives only what is there', () => {
  expect(chooseEncoding('br, gzip', only('gzip', 'identity'))).toBe('gzip');
  expect(chooseEncoding('br, gzip', only('identity'))).toBe('identity');
});

it('knows a tag among several, weak or not, and no other', () => {
  expect(matchesTag('"a", W/"b-br"', '"b-br"')).toBe(true);
  expect(matchesTag('*', '"b"')).toBe(true);
  expect(matchesTag('"b"', '"b-br"')).toBe(false);
  expect(matchesTag(undefined, '"b"')).toBe(false);
});
