import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { ensureSetting } from '../settings.ts';

/**
 * Marks of devices on which an account has signed in before. Guessing at an account is slowed per account and address;
 * its owner, on a device that holds such a mark, has a bucket of his own and is never kept out by it. The mark opens
 * nothing by itself and says neither account nor name: `nonce.mac`, the MAC over nonce and account.
 */
export interface DeviceMarks {
  issue(accountId: string): string;
  /** The mark's nonce if it was issued for this account, else null. */
  check(mark: string | null, accountId: string): string | null;
}

/** The marks of this platform, by the key that all its instances share. */
export async function openDeviceMarks(db: Kysely<Database>): Promise<DeviceMarks> {
  return createDeviceMarks(await ensureSetting(db, 'device_mark_key', () => randomBytes(32).toString('base64url')));
}

function createDeviceMarks(key: string): DeviceMarks {
  const mac = (nonce: string, accountId: string): string => createHmac('sha256', key).update(`${nonce}\n${accountId}`).digest('base64url');
  return {
    issue(accountId) {
      const nonce = randomBytes(16).toString('base64url');
      return `${nonce}.${mac(nonce, accountId)}`;
    },
    check(mark, accountId) {
      const [nonce, given] = (mark ?? '').split('.');
      if (nonce === undefined || given === undefined) return null;
      const expected = Buffer.from(mac(nonce, accountId));
      const offered = Buffer.from(given);
      return offered.length === expected.length && timingSafeEqual(offered, expected) ? nonce : null;
    },
  };
}

/** Where a session was opened from, in words. Told to its owner only (D-22). */
export function describePlace(ip: string | null): string {
  const plain = ip?.replace(/^::ffff:/, '') ?? null;
  if (plain === null) return 'An unknown place';
  if (plain === '::1' || plain.startsWith('127.')) return 'The platform’s own machine';
  return /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|f[cd])/.test(plain) ? `Local network, ${plain}` : plain;
}

/** A device in words, from the browser's own name: 'Chrome on Android'. Told to its owner only (D-22). */
export function describeDevice(userAgent: string | undefined): string {
  const given = userAgent ?? '';
  const first = (table: readonly (readonly [RegExp, string])[], otherwise: string) =>
    table.find(([pattern]) => pattern.test(given))?.[1] ?? otherwise;
  const browser = first(
    [
      [/Edg\//, 'Edge'],
      [/Firefox\//, 'Firefox'],
      [/HeadlessChrome|Chromium/, 'Chromium'],
      [/Chrome\//, 'Chrome'],
      [/Safari\//, 'Safari'],
    ],
    'A browser',
  );
  const system = first(
    [
      [/Android/, 'Android'],
      [/iPad|iPhone/, 'iOS'],
      [/Windows/, 'Windows'],
      [/Mac OS X/, 'macOS'],
      [/CrOS/, 'ChromeOS'],
      [/Linux/, 'Linux'],
    ],
    'an unknown system',
  );
  return `${browser} on ${system}`;
}
