import { createHash } from 'node:crypto';
import { networksOf } from './networks.ts';

/**
 * How sign-in attempts are counted, so that guessing is slow and no owner is locked out (A-14, A-25, G-6). Rules:
 *
 * 1. A known device (device.ts) of the account has its own bucket and no other applies: attempts from elsewhere never slow it, only its
 * own failures do. A new password makes all devices unknown except the browser on which it was chosen, since a thief may hold many marks.
 * 2. On unknown devices, guessing one account is slow from one place (`pair`: by IPv4 address or /64, and by /48) and from all places
 * together (`account`).
 * 3. The pauses for all places together are short, or attackers would keep the owner off every new device. The first attempts of each
 * place are counted apart (`firsts`), so that three hundred places that keep trying do not use up every slot before the owner's first
 * attempt. An owner who still has to wait can use a mailed link, which makes the browser a known device, or a passkey.
 * 4. Attempts on other accounts from the same place never block: behind a school's single address anybody could lock the owner out. They
 * *press* instead: a place with many failures gets one free attempt per account, not five. One password tried over many accounts is
 * recognised by the password (`spray`), which the owner's attempt does not share.
 * 5. Nothing depends on whether an address has an account: made-up addresses are counted like real ones, and no shared count may block
 * the one and not the other.
 */

/** Free attempts, longest pause after each further one (milliseconds), and what a success does to the count. */
export interface Limit {
  readonly free: number;
  readonly longestMs: number;
  readonly onSuccess: 'starts afresh' | 'gives one back';
}

/**
 * One count. Roles: `pair`: one account from one place, with fewer free attempts under pressure. `presses`: never blocks, but presses its
 * pairs once its free attempts are used. `firsts` / `further`: counts and blocks only attempts that are / are not among the first of
 * their pairs.
 */
export interface Bucket {
  readonly key: string;
  readonly limit: Limit;
  readonly role?: 'pair' | 'presses' | 'firsts' | 'further';
  /** Write queue key (writeQueue.ts), if not derived from the last bucket's key. */
  readonly line?: string;
}

/** Free attempts of a pair whose place is pressed. */
export const freeUnderPressure = 1;
/** How many attempts of a pair count as first: one, and one after a typing error. */
export const firstTries = 2;

/** One account from one place, one known device, or one session. At most half a minute: the owner may be behind the same address. */
const narrow: Limit = { free: 5, longestMs: 30_000, onSuccess: 'starts afresh' };
/** One account from a /48, which more people may share; also a valid link. */
const site: Limit = { free: 10, longestMs: 30_000, onSuccess: 'starts afresh' };
/**
 * One account from everywhere, attempts of places that have tried before: at most 17,000 a day over any number of places, and a
 * five-second pause for the owner.
 */
const account: Limit = { free: 20, longestMs: 5000, onSuccess: 'gives one back' };
/**
 * One account, the first attempts of each place. With a one-second pause, the attempts that 300 places may make in a quarter of an hour
 * fit in twice.
 */
const firsts: Limit = { free: 20, longestMs: 1000, onSuccess: 'gives one back' };
/** All attempts from one place, over many accounts. */
const wide: Limit = { free: 60, longestMs: 30_000, onSuccess: 'gives one back' };
/** One password from one place over all accounts: no owner has the same password as ten colleagues. */
const spray: Limit = { free: 10, longestMs: 30_000, onSuccess: 'gives one back' };

/**
 * Write queue key for unknown devices: they share counts, so each instance writes them one after the other over a single connection.
 * Known devices do not queue behind them.
 */
const strangersLine = 'tries of strangers';

/** A sign-in attempt. */
export interface Try {
  /** What identifies the account in the attempt: an e-mail address or a passkey. */
  readonly who: string;
  readonly ip: string;
  /** The known device's nonce; null for an unknown device. */
  readonly device: string | null;
  /** Short keyed hash of the password (`tellOf`, device.ts); null without a password. */
  readonly tell: string | null;
}

/** The buckets of a sign-in attempt. */
export function bucketsOf({ who, ip, device, tell }: Try): readonly Bucket[] {
  if (device !== null) return [{ key: hashed('device', device), limit: narrow }];
  const { far } = networksOf(ip);
  const strangers: Bucket[] = [
    ...pairsOf(who, ip),
    { key: hashed('account-firsts', who), limit: firsts, role: 'firsts' },
    { key: hashed('account', who), limit: account, role: 'further' },
    ...(tell === null ? [] : [{ key: hashed('spray', `${far}\n${tell}`), limit: spray }]),
    { key: hashed('address', far), limit: wide, role: 'presses' },
  ];
  return strangers.map((bucket) => ({ ...bucket, line: strangersLine }));
}

/** The `pair` buckets of one account from one place. */
export function pairsOf(who: string, ip: string): readonly Bucket[] {
  const { near, far } = networksOf(ip);
  const pair: Bucket = { key: hashed('pair', `${who}\n${near}`), limit: narrow, role: 'pair' };
  return near === far ? [pair] : [pair, { key: hashed('pair', `${who}\n${far}`), limit: site, role: 'pair' }];
}

/**
 * Display pairing: requests for a code are counted by place, where many displays may share an address; guesses at codes by the account
 * that types them.
 */
export function pairingBucket(what: 'ask' | 'approve', by: string): Bucket {
  return what === 'ask'
    ? { key: hashed('pair-ask', networksOf(by).near), limit: wide }
    : { key: hashed('pair-approve', by), limit: narrow };
}

/** Starts of a sign-in, enough for whole offices; a completed one is given back. */
const beginning: Limit = { free: 120, longestMs: 30_000, onSuccess: 'gives one back' };

/**
 * Start of a sign-in at the provider, which costs a database row. Counted by place; on a known device by device alone, so that floods
 * from the same address do not keep its people out.
 * @param device nonce of the device mark; null for an unknown device
 */
export function beginningBucket(ip: string, device: string | null = null): Bucket {
  if (device !== null) return { key: hashed('begin-device', device), limit: beginning };
  return { key: hashed('begin', networksOf(ip).near), limit: beginning };
}

/**
 * Starts on all known devices of one account together: a person can get any number of marks by signing in, and could use up the capacity
 * left for unknown devices. Starts are never given back and the bucket never blocks: above its limit, these devices are treated as
 * unknown.
 * @param whose identifies the account in its marks (device.ts)
 */
export function knownBeginningsBucket(whose: string): Bucket {
  return { key: hashed('begin-account', whose), limit: beginning };
}

/** A link is requested once or twice; more come from somebody else or from a mailbox that does not work. */
const asking: Limit = { free: 3, longestMs: 60_000, onSuccess: 'starts afresh' };

/**
 * The buckets of a request for a link: by address and place. Requests from the same place for other addresses only press, they never
 * block.
 */
export function bucketsOfAsking(emailKey: string, ip: string): readonly Bucket[] {
  const { near } = networksOf(ip);
  return [
    { key: hashed('reset-pair', `${emailKey}\n${near}`), limit: asking, role: 'pair' },
    { key: hashed('reset-address', near), limit: wide, role: 'presses' },
  ];
}

/**
 * The bucket for using a link. Invalid links count by place. A valid one counts by itself: its holder must not wait for others, but what
 * it opens is costly.
 */
export function bucketsOfLink(token: string, isHeld: boolean, ip: string): readonly Bucket[] {
  return [isHeld ? { key: hashed('held-link', token), limit: site } : { key: hashed('link-address', networksOf(ip).near), limit: wide }];
}

/** The bucket for re-authentication, so that an open or stolen session cannot guess the password. */
export function reauthenticationBucket(accountId: string): readonly Bucket[] {
  return [{ key: hashed('reproof', accountId), limit: narrow }];
}

/**
 * Second-step codes have six digits and three are valid at a time: at most 480 guesses a day, and only somebody with the password is
 * slowed.
 */
const codes: Limit = { free: 5, longestMs: 300_000, onSuccess: 'starts afresh' };

/** The bucket for an account's second-step codes, at sign-in, for re-authentication and for setting up an app. */
export function bucketOfCodes(accountId: string): readonly Bucket[] {
  return [{ key: hashed('codes', accountId), limit: codes }];
}

/** Hashed, so that the table holds no addresses or names. */
function hashed(kind: string, value: string): string {
  return `${kind}:${createHash('sha256').update(value).digest('base64url')}`;
}
