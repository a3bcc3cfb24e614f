import type { FastifyRequest } from 'fastify';
import type { Platform } from '../context.ts';

/** Whether a change was sent by the console's own pages (D-21). A missing or 'null' Origin is nobody's. */
export function isSameOrigin(platform: Platform, request: FastifyRequest): boolean {
  return request.headers.origin === platform.config.origin && (request.headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
}

/**
 * Whether a read was sent by a page of another origin, which may be of our site, so that the cookie came along: it can read no answer, but it can cost, and take the places of the console's
 * streams (G-20). Our own pages send no Origin with a read. Whoever follows a link to a file is no page.
 */
export function isForeignRead(platform: Platform, { headers: sent }: FastifyRequest, stream: boolean): boolean {
  if (sent.origin !== undefined && sent.origin !== platform.config.origin) return true;
  const site = sent['sec-fetch-site'] ?? 'same-origin';
  const isLink = sent['sec-fetch-mode'] === 'navigate' && sent['sec-fetch-dest'] === 'document';
  return site !== 'same-origin' && (stream || !isLink);
}
