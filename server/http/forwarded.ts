import { isIP } from 'node:net';

/**
 * Of an `X-Forwarded-For` what may be read: the addresses at its end, up to the first part that is none. Each proxy adds the address of whoever came to it at the end, so what stands
 * behind a word that is no address was added later, and what stands before it was said by nobody known. Without a single address: undefined, and who is taken for the caller is
 * the proxy itself.
 */
export function addressesOnly(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const parts = header.split(',').map((part) => part.trim());
  const firstKept = parts.findLastIndex((part) => isIP(part) === 0) + 1;
  return firstKept === parts.length ? undefined : parts.slice(firstKept).join(', ');
}
