import { expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { securityHeaders } from './securityHeaders.ts';

it('a page may use what the console needs, at its own origin alone, and nothing else of the device', { tags: ['A-13'] }, () => {
  const read = readConfig({});
  if (!read.ok) throw new Error(read.mistakes.join(' '));
  const members = (securityHeaders(read.config)['permissions-policy'] ?? '').split(', ');
  // A single invalid member makes a browser ignore the whole header (RFC 9651, 4.2).
  for (const member of members) expect(member).toMatch(/^[a-z-]+=\((self)?\)$/);
  const granted = members.filter((member) => member.endsWith('=(self)')).map((member) => member.slice(0, -'=(self)'.length));
  expect(granted).toEqual([
    'clipboard-read',
    'clipboard-write',
    'fullscreen',
    'publickey-credentials-create',
    'publickey-credentials-get',
    'screen-wake-lock',
  ]);
  expect(members).toEqual(expect.arrayContaining(['camera=()', 'microphone=()', 'geolocation=()', 'payment=()', 'usb=()']));
});
