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

function macOf(secret: Uint8Array, grant: DownloadGrant, expiresAtMs: number): string {
  // A JSON list and not joined text: no two grants can be spelled the same.
  const text = JSON.stringify(['evidence-download', grant.tenantId, grant.sessionId, grant.packId, grant.name, expiresAtMs]);
  return createHmac('sha256', secret).update(text).digest('base64url');
}

/** `{expiry, base 36}.{HMAC-SHA-256, base64url}`. `expiresAtMs` is epoch milliseconds of real time. */
export function mintToken(secret: Uint8Array, grant: DownloadGrant, expiresAtMs: number): string {
  return `${expiresAtMs.toString(36)}.${macOf(secret, grant, expiresAtMs)}`;
}

/**
 * Whether this token grants this, at this moment. Compared in constant time; says nothing about why not. The spelling is
 * compared, not the bytes: the last of 43 base64url characters has two idle bits, so four spellings decode to one MAC, and an
 * altered link would stand once in sixteen.
 */
export function tokenGrants(secret: Uint8Array, token: string, grant: DownloadGrant, nowMs: number): boolean {
  const parts = /^([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})$/.exec(token);
  if (parts === null) return false;
  const [, expiry = '', mac = ''] = parts;
  const expiresAtMs = Number.parseInt(expiry, 36);
  // Likewise `0abc` and `abc` are one number: only the way in which it is minted counts.
  const equal = timingSafeEqual(Buffer.from(macOf(secret, grant, expiresAtMs)), Buffer.from(mac));
  return equal && expiresAtMs.toString(36) === expiry && nowMs < expiresAtMs;
}
