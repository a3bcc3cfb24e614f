import fc from 'fast-check';
import { expect, it } from 'vitest';
import { networksOf } from './networks.ts';

const group = fc.integer({ min: 0, max: 0xffff });
const groups = fc.array(group, { minLength: 8, maxLength: 8 });
const hex = (parts: readonly number[]) => parts.map((part) => part.toString(16));

it('every address of a /64 is one place, and those of a /48 are one around it; another /64 and another /48 are others', {
  tags: ['G-6', 'A-25'],
}, () => {
  fc.assert(
    fc.property(groups, fc.array(group, { minLength: 4, maxLength: 4 }), group, (parts, host, other) => {
      fc.pre(parts.slice(0, 5).some((part) => part !== 0) && other !== parts[2] && other !== parts[3]);
      const own = networksOf(hex(parts).join(':'));
      const site = parts.slice(0, 3);
      expect(
        networksOf(
          hex([...parts.slice(0, 4), ...host])
            .join(':')
            .toUpperCase(),
        ),
      ).toEqual(own);
      const neighbour = networksOf(hex([...site, other, ...host]).join(':'));
      expect([neighbour.far === own.far, neighbour.near === own.near]).toEqual([true, false]);
      const stranger = networksOf(hex([...parts.slice(0, 2), other, ...parts.slice(3)]).join(':'));
      expect([stranger.far === own.far, stranger.near === own.near]).toEqual([false, false]);
    }),
  );
});

it('an address is the same in every spelling: with zeros left out, with a zone, ending in dots', { tags: ['G-6'] }, () => {
  for (const spelling of ['2001:db8:0:7:0:0:c000:201', '2001:db8:0:7::c000:201', '2001:0DB8::7:0:0:192.0.2.1', '2001:db8:0:7::1%eth0'])
    expect([spelling, networksOf(spelling)]).toEqual([spelling, { near: '2001:db8:0:7::/64', far: '2001:db8:0::/48' }]);
});

it('IPv4 written as IPv6 is the IPv4 address, in both spellings; loopback stays what it is, and what is no address too', {
  tags: ['G-6'],
}, () => {
  fc.assert(
    fc.property(fc.ipV4(), (ip) => {
      const [a = 0, b = 0, c = 0, d = 0] = ip.split('.').map(Number);
      const spellings = [ip, `::ffff:${ip}`, `::FFFF:${hex([(a << 8) | b, (c << 8) | d]).join(':')}`, `0:0:0:0:0:ffff:${ip}`];
      for (const spelling of spellings) expect(networksOf(spelling)).toEqual({ near: ip, far: ip });
    }),
  );
  for (const same of ['::1', '127.0.0.1', '', 'unix']) expect(networksOf(same)).toEqual({ near: same, far: same });
  expect(networksOf('0:0:0:0:0:0:0:1').near).toBe('::1');
});

it('loopback is the one address and no other: who comes from an address that begins or ends like it shares no count with the machine itself', {
  tags: ['M-13', 'G-6'],
}, () => {
  for (const other of ['::2', '::7:1', '::7:0:1', '::1:0:0:1'])
    expect([other, networksOf(other)]).toEqual([other, { near: '0:0:0:0::/64', far: '0:0:0::/48' }]);
});
