import type { FastifyRequest } from 'fastify';
import type { Platform } from '../context.ts';

/** True if the request comes from the console's own pages (D-21). A missing or 'null' Origin does not count. */
export function isSameOrigin(platform: Platform, request: FastifyRequest): boolean {
  return request.headers.origin === platform.config.origin && (request.headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
}

/**
 * True if a read comes from a page of another origin. It may be same-site and so carry the cookie: it cannot read the answer, but it can
 * cause load and use up the console's streams (G-20). Our own pages send no Origin with reads. Following a link to a file is allowed.
 */
export function isForeignRead(platform: Platform, { headers: sent }: FastifyRequest, stream: boolean): boolean {
  if (sent.origin !== undefined && sent.origin !== platform.config.origin) return true;
  const site = sent['sec-fetch-site'] ?? 'same-origin';
  const isLink = sent['sec-fetch-mode'] === 'navigate' && sent['sec-fetch-dest'] === 'document';
  return site !== 'same-origin' && (stream || !isLink);
}
