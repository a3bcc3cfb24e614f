import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { Secrets } from '../../secrets/secrets.ts';

/**
 * The account of a mark. `proofs_from`: when all its sessions were last ended, by a new password or an administrator. Older marks are not
 * accepted: somebody with the old password may have collected many, each with its own unslowed bucket for guessing the new one (G-9).
 */
export interface MarkedAccount {
  readonly account_id: string;
  readonly proofs_from: string | null;
}

/** What a mark issued by this platform contains. */
export interface IssuedMark {
  readonly nonce: string;
  /**
   * The same on all marks of one account until the key changes. Limits per account use it: a new mark costs one sign-in, a second account
   * is harder to get.
   */
  readonly whose: string;
}

/**
 * Marks of known devices, in a cookie. Guessing at an account is slowed (buckets.ts); the owner's known device has its own bucket and
 * queue and is never kept out (A-14, G-6). A mark grants no access and reveals neither account nor name. Format `nonce.mac.seen.whose`: a
 * MAC over nonce and account, a MAC over nonce and `whose`, and `whose`, a keyed hash of the account. A holder of several marks sees only
 * which belong to the same account.
 */
export interface DeviceMarks {
  issue(account: MarkedAccount): string;
  /** The mark's nonce if it was issued for this account since its sessions were last all ended; else null. */
  check(mark: string | null, account: MarkedAccount): string | null;
  /**
   * Content of a mark that this platform issued for any account; else null, also for marks of older builds without `seen`. Recognises
   * known devices before the user has said who they are.
   */
  issued(mark: string | null): IssuedMark | null;
  /**
   * Short keyed hash (16 bits) of a password, to count how often one place tries the same one (`spray`, buckets.ts). So the table of
   * attempts reveals almost nothing about a tried password, even with the key; one in 65,536 other passwords shares the sprayed one's
   * count.
   */
  tellOf(password: string): string;
}

/**
 * Opens the marks with the key that all instances share, and with the previous key while its marks are in use. Called on every attempt,
 * for unknown accounts too, or the database lookup would reveal by timing which accounts exist.
 */
export async function openDeviceMarks(secrets: Secrets): Promise<DeviceMarks> {
  const keys = await secrets.held('device.marks');
  const isOurs = (given: string | undefined, macUnder: (key: string) => string): boolean => {
    if (given === undefined) return false;
    const offered = Buffer.from(given);
    return keys.some(({ text }) => {
      const expected = Buffer.from(macUnder(text));
      return offered.length === expected.length && timingSafeEqual(offered, expected);
    });
  };
  return {
    issue(account) {
      const nonce = randomBytes(16).toString('base64url');
      const [{ text }] = keys;
      const whose = tellOfAccount(text, account.account_id);
      return `${nonce}.${macOf(text, nonce, account)}.${seenMac(text, nonce, whose)}.${whose}`;
    },
    check(mark, account) {
      const [nonce = '', given] = (mark ?? '').split('.');
      return isOurs(given, (key) => macOf(key, nonce, account)) ? nonce : null;
    },
    issued(mark) {
      const [nonce = '', , given, whose = ''] = (mark ?? '').split('.');
      return isOurs(given, (key) => seenMac(key, nonce, whose)) ? { nonce, whose } : null;
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

/** Never equal to a `macOf` value: nonces are random, none is `seen`. */
function seenMac(key: string, nonce: string, whose: string): string {
  return createHmac('sha256', key).update(`seen\n${nonce}\n${whose}`).digest('base64url');
}

/** 48 bits: too short to pass as any of the MACs. */
function tellOfAccount(key: string, accountId: string): string {
  return createHmac('sha256', key).update(`whose\n${accountId}`).digest('base64url').slice(0, 8);
}

/** The account row that marks are bound to; read after its sessions were ended, in the same transaction. */
export function markedIn(trx: Kysely<Database>, accountId: string): Promise<MarkedAccount> {
  return trx.selectFrom('accounts').select(['account_id', 'proofs_from']).where('account_id', '=', accountId).executeTakeFirstOrThrow();
}

/** Text for where a session was opened from. Shown only to its owner (D-22). */
export function describePlace(ip: string | null): string {
  const plain = ip?.replace(/^::ffff:/, '') ?? null;
  if (plain === null) return 'An unknown place';
  if (plain === '::1' || plain.startsWith('127.')) return 'The platform’s own machine';
  return /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|f[cd])/.test(plain) ? `Local network, ${plain}` : plain;
}

/** Text for a device, from its User-Agent: 'Chrome on Android'. Shown only to its owner (D-22). */
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
