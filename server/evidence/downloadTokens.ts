import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long a download link stands: 15 minutes. */
export const LINK_LIFE_MS = 15 * 60_000;

/** What a link is good for: this file of this pack, for this session of this tenant, and nothing else. */
export interface DownloadGrant {
  readonly tenantId: string;
  readonly sessionId: string;
  readonly packId: string;
  readonly name: string;
}

function macOf(secret: Uint8Array, grant: DownloadGrant, expiresAtMs: number): Buffer {
  // A JSON list and not joined text: no two grants can be spelled the same.
  const text = JSON.stringify(['evidence-download', grant.tenantId, grant.sessionId, grant.packId, grant.name, expiresAtMs]);
  return createHmac('sha256', secret).update(text).digest();
}

/** `{expiry, base 36}.{HMAC-SHA-256, base64url}`. `expiresAtMs` is epoch milliseconds of real time. */
export function mintToken(secret: Uint8Array, grant: DownloadGrant, expiresAtMs: number): string {
  return `${expiresAtMs.toString(36)}.${macOf(secret, grant, expiresAtMs).toString('base64url')}`;
}

/** Whether this token grants this, at this moment. Compared in constant time; says nothing about why not. */
export function tokenGrants(secret: Uint8Array, token: string, grant: DownloadGrant, nowMs: number): boolean {
  const parts = /^([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})$/.exec(token);
  if (parts === null) return false;
  const [, expiry = '', mac = ''] = parts;
  const expiresAtMs = Number.parseInt(expiry, 36);
  const equal = timingSafeEqual(macOf(secret, grant, expiresAtMs), Buffer.from(mac, 'base64url'));
  return equal && nowMs < expiresAtMs;
}
