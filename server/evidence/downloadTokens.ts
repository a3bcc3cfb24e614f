import { createHmac, timingSafeEqual } from 'node:crypto';

/** Lifetime of a download link: 15 minutes. */
export const LINK_LIFE_MS = 15 * 60_000;

/** What a link allows: one file of one pack, for one session of one tenant. */
export interface DownloadGrant {
  readonly tenantId: string;
  readonly sessionId: string;
  readonly packId: string;
  readonly name: string;
}

function macOf(secret: Uint8Array, grant: DownloadGrant, expiresAtMs: number): string {
  // A JSON array instead of joined text, so that no two grants have the same spelling.
  const text = JSON.stringify(['evidence-download', grant.tenantId, grant.sessionId, grant.packId, grant.name, expiresAtMs]);
  return createHmac('sha256', secret).update(text).digest('base64url');
}

/** `{expiry, base 36}.{HMAC-SHA-256, base64url}`. `expiresAtMs` is epoch milliseconds of real time. */
export function mintToken(secret: Uint8Array, grant: DownloadGrant, expiresAtMs: number): string {
  return `${expiresAtMs.toString(36)}.${macOf(secret, grant, expiresAtMs)}`;
}

/**
 * True if the token allows this grant at this moment. Compares in constant time and gives no reason. It compares the spelling, not the
 * bytes: the last of 43 base64url characters has two idle bits, so four spellings decode to one MAC, and an altered link would be
 * accepted once in sixteen.
 */
export function tokenGrants(secret: Uint8Array, token: string, grant: DownloadGrant, nowMs: number): boolean {
  const parts = /^([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})$/.exec(token);
  if (parts === null) return false;
  const [, expiry = '', mac = ''] = parts;
  const expiresAtMs = Number.parseInt(expiry, 36);
  // Likewise `0abc` and `abc` are one number: only the spelling that `mintToken` produces is valid.
  const equal = timingSafeEqual(Buffer.from(macOf(secret, grant, expiresAtMs)), Buffer.from(mac));
  return equal && expiresAtMs.toString(36) === expiry && nowMs < expiresAtMs;
}
