import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { ServerConfig } from '../config.ts';
import type { Logger } from '../log.ts';

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

/**
 * Warns, once per start, where a proxy hands calls on and `TRUST_PROXY` is unset: all people then come from the proxy's one address, by which guessing is slowed and which the record names.
 * What the header says is not logged: a stranger may have written it.
 */
export function createProxyWarning(
  { trustedProxies }: Pick<ServerConfig, 'trustedProxies'>,
  log: Pick<Logger, 'warn'>,
): (sent: IncomingHttpHeaders) => void {
  let said = trustedProxies !== null;
  return (sent) => {
    if (said || (sent['x-forwarded-for'] === undefined && sent.forwarded === undefined)) return;
    said = true;
    log.warn('proxy.untrusted', {
      says: 'Calls come with X-Forwarded-For or Forwarded, and TRUST_PROXY is unset: everybody counts as the proxy. Set it to the number of proxies in front, or ignore this if there is none.',
    });
  };
}
