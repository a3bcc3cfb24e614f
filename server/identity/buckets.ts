import { createHash } from 'node:crypto';
import { networksOf } from './networks.ts';

/**
 * How tries are counted so that guessing is slow and no owner is locked out (A-14, A-25, G-6). The rules that fit together:
 *
 * 1. A device on which the account has signed in before (device.ts) has a bucket of its own, and nothing else is asked: whatever strangers do, it is let in. Its own wrong tries slow it. A new password makes strangers of all but the browser on which it was chosen: a thief may have many such devices.
 * 2. Anybody else is a stranger. One account is guessed at slowly from one place (`pair`, by IPv4 address or /64, and by /48), and from all places together (`account`).
 * 3. From all places together the pauses are short, or strangers would keep the owner from every new device; and the first tries of a place stand in a line apart (`firsts`), so that three hundred
 *    places that go on trying do not take every turn before the owner's first. Who is kept waiting all the same has the mail: its link makes the browser a known device. And the passkey.
 * 4. What is tried at other accounts from the same place turns nobody away: at a school's one address the owner would be out for as long as somebody likes. It *presses* instead: a place with many
 *    failed tries has one free try at each account, no longer five. One password over many accounts is told by the password, of which the owner's is another (`spray`).
 * 5. Nothing here depends on whether an address has an account: made-up ones are counted as true ones are, and no count is shared that would turn the one away and not the other.
 */

/** How many tries are free, how long one waits after each further one at most, milliseconds, and what a success does to the count. */
export interface Limit {
  readonly free: number;
  readonly longestMs: number;
  readonly onSuccess: 'starts afresh' | 'gives one back';
}

/**
 * One count. `pair`: one account from one place, with fewer free tries where the place is pressed. `presses`: turns nobody away, but presses the pairs beside it once its free tries are used.
 * `firsts` and `further`: counts, and turns away, those tries alone that are among the first of their pairs, or not.
 */
export interface Bucket {
  readonly key: string;
  readonly limit: Limit;
  readonly role?: 'pair' | 'presses' | 'firsts' | 'further';
  /** Whose write waits behind whose (writeQueue.ts), where it is not the last bucket's own line. */
  readonly line?: string;
}

/** Of a pair whose place is pressed. */
export const freeUnderPressure = 1;
/** The first tries of a pair: one, and one after a slip. */
export const firstTries = 2;

/** One account from one place, one known device, one session. Never longer than half a minute: the owner may sit behind the same address. */
const narrow: Limit = { free: 5, longestMs: 30_000, onSuccess: 'starts afresh' };
/** One account from a /48, where more people may sit; and a link that opens something. */
const site: Limit = { free: 10, longestMs: 30_000, onSuccess: 'starts afresh' };
/** One account from everywhere, where the place has tried before: 17,000 a day at most, however many places there are, and five seconds for the owner. */
const account: Limit = { free: 20, longestMs: 5000, onSuccess: 'gives one back' };
/** One account, the first tries of each place. A second: as many as 300 places have in a quarter of an hour fit in twice. */
const firsts: Limit = { free: 20, longestMs: 1000, onSuccess: 'gives one back' };
/** Everything from one place: many accounts tried. */
const wide: Limit = { free: 60, longestMs: 30_000, onSuccess: 'gives one back' };
/** One password from one place, whatever the account: nobody has ten colleagues with his own. */
const spray: Limit = { free: 10, longestMs: 30_000, onSuccess: 'gives one back' };

/** Strangers' tries are written one after the other on each instance: they share counts, and take one connection together whatever they do. Known devices do not stand behind them. */
const strangersLine = 'tries of strangers';

/** A try at signing in. */
export interface Try {
  /** What it names somebody by: an e-mail address, or a passkey. */
  readonly who: string;
  readonly ip: string;
  /** The known device; null for a stranger. */
  readonly device: string | null;
  /** What its password is told by (`tellOf`, device.ts); null where there is none. */
  readonly tell: string | null;
}

/** The buckets of a try at signing in. */
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

/** Those of them that one account has from one place. */
export function pairsOf(who: string, ip: string): readonly Bucket[] {
  const { near, far } = networksOf(ip);
  const pair: Bucket = { key: hashed('pair', `${who}\n${near}`), limit: narrow, role: 'pair' };
  return near === far ? [pair] : [pair, { key: hashed('pair', `${who}\n${far}`), limit: site, role: 'pair' }];
}

/** Pairing a wall: asking for a code, by place, where many walls may stand behind one; guessing at codes, by the account that types them. */
export function pairingBucket(what: 'ask' | 'approve', by: string): Bucket {
  return what === 'ask'
    ? { key: hashed('pair-ask', networksOf(by).near), limit: wide }
    : { key: hashed('pair-approve', by), limit: narrow };
}

/** Beginnings of a sign-in, of whole offices too: one that is ended is given back. */
const beginning: Limit = { free: 120, longestMs: 30_000, onSuccess: 'gives one back' };

/** Beginning a sign-in at the provider, which costs a row: by place. */
export function beginningBucket(ip: string): Bucket {
  return { key: hashed('begin', networksOf(ip).near), limit: beginning };
}

/** Links are asked for once or twice; more is somebody else, or a mailbox that does not work. */
const asking: Limit = { free: 3, longestMs: 60_000, onSuccess: 'starts afresh' };

/** The buckets of asking for a link: by address and place. Here too, what is asked from the same place for others presses, and turns nobody away. */
export function bucketsOfAsking(emailKey: string, ip: string): readonly Bucket[] {
  const { near } = networksOf(ip);
  return [
    { key: hashed('reset-pair', `${emailKey}\n${near}`), limit: asking, role: 'pair' },
    { key: hashed('reset-address', near), limit: wide, role: 'presses' },
  ];
}

/** The bucket of using a link: by place for those that open nothing; a link that does was sent to its holder, who waits for nobody, and counts by itself, since what it opens is costly. */
export function bucketsOfLink(token: string, isHeld: boolean, ip: string): readonly Bucket[] {
  return [isHeld ? { key: hashed('held-link', token), limit: site } : { key: hashed('link-address', networksOf(ip).near), limit: wide }];
}

/** The bucket of proving once more who one is: a session that was left open, or stolen, guesses no password. */
export function bucketOfReproof(accountId: string): readonly Bucket[] {
  return [{ key: hashed('reproof', accountId), limit: narrow }];
}

/** Codes of a second step have six digits, of which three count at a time: 480 a day at most, and whoever is slowed has the password. */
const codes: Limit = { free: 5, longestMs: 300_000, onSuccess: 'starts afresh' };

/** The bucket of codes of an account's second step, wherever they are asked for: at sign-in, as a proof of now, or to set an app up. */
export function bucketOfCodes(accountId: string): readonly Bucket[] {
  return [{ key: hashed('codes', accountId), limit: codes }];
}

/** No addresses or names lie in the table. */
function hashed(kind: string, value: string): string {
  return `${kind}:${createHash('sha256').update(value).digest('base64url')}`;
}
