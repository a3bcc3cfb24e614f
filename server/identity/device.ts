import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Secrets } from '../secrets/secrets.ts';

/**
 * Whose mark it is. `proofs_from`: when all sessions of the account were last ended, by a new password or by an administrator. Marks of before are a stranger's: whoever had the old password may have
 * taken any number of them, and each would be a place to guess the new one from that nothing else slows (G-9).
 */
export interface MarkedAccount {
  readonly account_id: string;
  readonly proofs_from: string | null;
}

/**
 * Marks of devices on which an account has signed in before. Guessing at an account is slowed (buckets.ts);
 * its owner, on a device that holds such a mark, has a bucket and a queue of his own and is never kept out by it (A-14, G-6). The mark opens
 * nothing by itself and says neither account nor name: `nonce.mac`, the MAC over nonce and account.
 */
export interface DeviceMarks {
  issue(account: MarkedAccount): string;
  /** The mark's nonce if it was issued for this account, and since all its sessions were last ended; else null. */
  check(mark: string | null, account: MarkedAccount): string | null;
  /**
   * What a password is told from others by while it is counted how often one place tries it (`spray`, buckets.ts): 16 bits of a keyed hash. So the table of tries, and even the key with it, says next to
   * nothing of a password that somebody tried; and of 65,536 who type another than the sprayed one, one waits with the guesser.
   */
  tellOf(password: string): string;
}

/**
 * The marks of this platform, by the key that all its instances share; by the one before it for as long as those marks are about. Opened for each try, whosever account it is: a look at the
 * database for known accounts alone would tell them apart by the time it takes.
 */
export async function openDeviceMarks(secrets: Secrets): Promise<DeviceMarks> {
  const keys = await secrets.held('device.marks');
  return {
    issue(account) {
      const nonce = randomBytes(16).toString('base64url');
      return `${nonce}.${macOf(keys[0].text, nonce, account)}`;
    },
    check(mark, account) {
      const [nonce, given] = (mark ?? '').split('.');
      if (nonce === undefined || given === undefined) return null;
      const offered = Buffer.from(given);
      const fits = keys.some(({ text }) => {
        const expected = Buffer.from(macOf(text, nonce, account));
        return offered.length === expected.length && timingSafeEqual(offered, expected);
      });
      return fits ? nonce : null;
    },
    tellOf: (password) =>
      createHmac('sha256', keys[0].text)
        .update(`tell\n${password.normalize('NFKC')}`)
        .digest('hex')
        .slice(0, 4),
  };
}

function macOf(key: string, nonce: string, { account_id: accountId, proofs_from: since }: MarkedAccount): string {
  const whose = since === null ? accountId : `${accountId}\n${Date.parse(since)}`;
  return createHmac('sha256', key).update(`${nonce}\n${whose}`).digest('base64url');
}

/** An account as its marks are bound to it now: within the transaction that has ended its sessions, after that. */
export function markedIn(trx: Kysely<Database>, accountId: string): Promise<MarkedAccount> {
  return trx.selectFrom('accounts').select(['account_id', 'proofs_from']).where('account_id', '=', accountId).executeTakeFirstOrThrow();
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
