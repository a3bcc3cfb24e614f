import { isIPv4, isIPv6 } from 'node:net';

/**
 * Origin of a call as rate limits count it (G-6): an IPv4 address; or an IPv6 /64, because one line has all its 2^64 addresses, and the
 * /48 around it, the usual allocation for a site or rented server (RFC 6177). Counting single IPv6 addresses would never slow guessing.
 */
export interface Networks {
  /** The IPv4 address, or the IPv6 /64. */
  readonly near: string;
  /** The IPv4 address, or the IPv6 /48. */
  readonly far: string;
}

/**
 * Networks of an address given by the connection or a trusted proxy. IPv4-mapped IPv6 (`::ffff:0:0/96`) becomes IPv4; loopback and
 * invalid addresses are returned unchanged.
 * @param ip in any notation, with or without a zone
 */
export function networksOf(ip: string): Networks {
  const plain = ip.split('%')[0] ?? '';
  if (isIPv4(plain) || !isIPv6(plain)) return { near: plain, far: plain };
  const groups = groupsOf(plain);
  const [first = 0, second = 0] = groups.slice(6);
  if (groups.slice(0, 5).every((group) => group === 0)) {
    if (groups[5] === 0xffff) {
      const mapped = [first >> 8, first & 255, second >> 8, second & 255].join('.');
      return { near: mapped, far: mapped };
    }
    if (groups[5] === 0 && first === 0 && second === 1) return { near: '::1', far: '::1' };
  }
  const prefix = (bits: 64 | 48) => {
    const kept = groups.slice(0, bits / 16).map((group) => group.toString(16));
    return `${kept.join(':')}::/${bits}`;
  };
  return { near: prefix(64), far: prefix(48) };
}

/** The eight groups of an IPv6 address. */
function groupsOf(ip: string): readonly number[] {
  const hex = ip.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_dotted, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = '', tail] = hex.split('::');
  const numbers = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const [before, after] = [numbers(head), numbers(tail ?? '')];
  return tail === undefined ? before : [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
