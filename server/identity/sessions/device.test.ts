import { describe, expect, it } from 'vitest';
import { describeDevice, describePlace } from './device.ts';

describe('where and on what a session was opened, told to its owner', { tags: ['D-22'] }, () => {
  it.each([
    [null, 'An unknown place'],
    ['127.0.0.1', 'The platform’s own machine'],
    ['::1', 'The platform’s own machine'],
    ['::ffff:127.0.0.1', 'The platform’s own machine'],
    ['10.1.2.3', 'Local network, 10.1.2.3'],
    ['::ffff:192.168.1.7', 'Local network, 192.168.1.7'],
    ['172.31.0.1', 'Local network, 172.31.0.1'],
    ['172.32.0.1', '172.32.0.1'],
    ['fd12:3456::1', 'Local network, fd12:3456::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['203.0.113.9', '203.0.113.9'],
  ])('says of the address %s: %s', (ip, words) => {
    expect(describePlace(ip)).toBe(words);
  });

  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36', 'Chrome on Windows'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    ['curl/8.0', 'A browser on an unknown system'],
    [undefined, 'A browser on an unknown system'],
  ])('says of %s: %s', (userAgent, words) => {
    expect(describeDevice(userAgent)).toBe(words);
  });
});
