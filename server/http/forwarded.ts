import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { ServerConfig } from '../config.ts';
import type { Logger } from '../log.ts';

/**
 * The trustworthy end of an `X-Forwarded-For` header: the addresses after the last part that is not an address. Proxies append the
 * caller's address, so everything before such a part has an unknown author. Undefined without any address; the proxy itself then counts
 * as the caller.
 */
export function addressesOnly(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const parts = header.split(',').map((part) => part.trim());
  const firstKept = parts.findLastIndex((part) => isIP(part) === 0) + 1;
  return firstKept === parts.length ? undefined : parts.slice(firstKept).join(', ');
}

/**
 * Warns once per start if calls come through a proxy while `TRUST_PROXY` is unset: rate limits and the record would then see the
 * proxy's address for everybody. The header's value is not logged, as anyone may have written it.
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
