import type { AuditOutcome } from '../../contracts/audit.ts';
import type { Display } from '../../contracts/display.ts';
import type { KeyState } from '../../contracts/keys.ts';
import type { LockStatus } from '../../contracts/lock.ts';
import type { OutboxState } from '../../contracts/outbox.ts';
import type { LetterTrouble, UserLetter } from '../../contracts/userLetter.ts';
import { plural } from '../format.ts';
import { formatAge } from '../formatTime.ts';
import type { FreshnessState } from '../freshness.ts';
import { transportNames } from '../realtime/transportNames.ts';
import type { Claim } from './claim.ts';
import { atAge, decides, no, unknown, yes } from './judgement.ts';

/** Claims that something was done, or stands (D-51): said once whoever does it has confirmed it, and not before. */

/** A decision of the outbox: sent is what the platform has confirmed (D-24). */
export const decisionSent = decides('sent', (state: OutboxState) => {
  switch (state) {
    case 'pending':
      return unknown('Waiting', 'pending');
    case 'sending':
      return unknown('Sending', 'processing');
    case 'sent':
      return yes('Sent');
    case 'refused':
      return no('Refused', 'bad');
    default:
      return state satisfies never;
  }
});

/** What this device holds unsent, in number; null where it cannot be counted, which is not nothing (M-3). */
export const nothingUnsent = decides('nothingUnsent', (count: number | null) => {
  if (count === null) return unknown('What is not sent cannot be counted');
  return count === 0 ? yes('Everything is sent') : no(`${plural(count, 'action')} not sent yet`, 'pending');
});

/** What has become of one item of a promotion. `spared`: refused together with one that had drifted, so nothing happened to it. */
export type ItemFate = 'pending' | 'sending' | 'sent' | 'gone' | 'changed' | 'spared' | 'refused';

/** A dead letter of a promotion: promoted is what the platform has confirmed for this very item (C-37). */
export const itemPromoted = decides('promoted', (fate: ItemFate) => {
  switch (fate) {
    case 'pending':
      return unknown('waiting', 'pending');
    case 'sending':
      return unknown('on its way', 'processing');
    case 'sent':
      return yes('promoted');
    case 'gone':
      return no('no longer in the queue', 'bad');
    case 'changed':
      return no('changed since you looked', 'warn');
    case 'spared':
      return no('not promoted', 'idle');
    case 'refused':
      return no('refused', 'bad');
    default:
      return fate satisfies never;
  }
});

/** An act on the record (D-27). Refusals are the rules at work: only what failed is bad. */
export const actDone = decides('done', (outcome: AuditOutcome) => {
  switch (outcome) {
    case 'done':
      return yes('Done');
    case 'refused':
      return no('Refused', 'idle');
    case 'failed':
      return no('Failed', 'bad');
    default:
      return outcome satisfies never;
  }
});

/** The app lock of this device (D-31): on once every row is sealed, not while they are being brought into their form. */
export const lockOn = decides('locked', (lock: LockStatus) => {
  if (lock.state === 'none') return no('Not set up', 'idle');
  if (lock.state === 'locked' || lock.rows === 'sealed') return yes('On');
  return unknown(lock.rows === 'sealing' ? 'Sealing' : 'Opening', 'processing');
});

interface AccountSeen {
  readonly status: 'active' | 'inactive' | 'suspended';
  /** How old what the platform said of it is; null on pages of samples, whose accounts are nobody's. */
  readonly freshness: FreshnessState | null;
}
/** An account as the platform has it (D-19): once that is old, as it was. */
export const accountActive = decides('active', ({ status, freshness }: AccountSeen) => {
  const now = status === 'active' ? yes('Active') : status === 'inactive' ? no('Inactive', 'idle') : no('Suspended', 'warn');
  return freshness === null ? now : atAge(freshness, now);
});

interface LetterSeen {
  readonly letter: Pick<UserLetter, 'state' | 'since' | 'endedAt' | 'trouble'>;
  /** How old what the platform said of it is; null where it is being asked anew while one looks. */
  readonly freshness: FreshnessState | null;
}
/**
 * A letter about an account (D-65): sent is what the mail server has taken over, which is not that somebody has read it. One that was sent stays so however old the word is; one that
 * waits is told as it stood then.
 */
export const letterSent = decides('letterSent', ({ letter, freshness }: LetterSeen) => {
  const since = Date.parse(letter.endedAt ?? letter.since);
  if (letter.state === 'sent') return yes('Sent', { since });
  const why = letter.trouble === null ? null : letterTroubleWords[letter.trouble];
  const now = letter.state === 'given_up' ? no('Not sent', 'bad', { since, why }) : unknown('Waiting', 'pending', { since, why });
  return freshness === null ? now : atAge(freshness, now);
});

/** Why a letter has not gone out, as one says it. */
export const letterTroubleWords: Readonly<Record<LetterTrouble, string>> = {
  unreachable: 'the mail server did not take it',
  refused: 'the mail server refused it for good',
  inactive: 'the account is not active',
  superseded: 'its link counts no more',
  key: 'the key of its link is gone',
};

/** A wall tells of itself every 30 s: one that missed two of them is silent. Milliseconds. */
export const silentAfterMs = 75_000;
/** One that was silent for so long is not on its way back from a blink. */
const goneAfterMs = 15 * 60_000;
/** Frames are drawn every second; one that stands this much longer behind its last word is not drawing. */
const frozenAfterMs = 30_000;

interface DisplaySeen {
  readonly display: Pick<Display, 'seenAt' | 'transport' | 'frame'>;
  /** The platform's clock, epoch milliseconds. */
  readonly now: number;
  /** How old what the platform said of the display is. */
  readonly freshness: FreshnessState;
}

/**
 * A wall display, by what it last said of itself (K-10): connected to its stream, and drawing. Once the answer is old it is judged at the moment up to which it is known: that
 * this device hears nothing is no silence of the display.
 */
export const displayConnected = decides('connected', ({ display, now, freshness }: DisplaySeen) =>
  atAge(freshness, standing(display, freshness.kind === 'live' || freshness.kind === 'never' ? now : freshness.at)),
);

function standing({ seenAt, transport, frame }: DisplaySeen['display'], now: number) {
  if (seenAt === null) return unknown('Not started', 'pending');
  const at = Date.parse(seenAt);
  const silentMs = now - at;
  if (silentMs > silentAfterMs) return no(`Silent for ${formatAge(silentMs)}`, silentMs > goneAfterMs ? 'bad' : 'warn', { since: at });
  if (frame !== null && at - Date.parse(frame.at) > frozenAfterMs) return no('Not drawing', 'bad', { since: Date.parse(frame.at) });
  const over = Object.entries(transportNames).find(([name]) => name === transport)?.[1];
  return over === undefined ? no('Without its stream', 'warn') : yes(`Connected · ${over}`, { since: at });
}

/** A key of the platform's, as the platform says (issue 15): which one signs, and which count no more. `freshness`: how old that word is. */
export const keySigns = decides('signs', ({ state, freshness }: { readonly state: KeyState; readonly freshness: FreshnessState }) =>
  atAge(freshness, keyStandings[state].now, keyStandings[state].was),
);

const keyStandings = {
  current: { now: yes('Signs now'), was: 'Signed then' },
  former: { now: no('Signs no more', 'pending'), was: 'Signed no more' },
  // A key does not come back: these two are so ever after.
  retired: { now: no('Retired', 'idle'), was: 'Retired' },
  withdrawn: { now: no('Withdrawn', 'bad'), was: 'Withdrawn' },
} as const satisfies Record<KeyState, unknown>;

/** All wall displays of a tenant together. `current` as above. */
export const displaysConnected = decides(
  'connected',
  ({ displays, current }: { readonly displays: readonly Claim[]; readonly current: boolean }) => {
    const well = displays.filter(({ answer }) => answer === 'yes').length;
    if (!current) return unknown('Not known now');
    if (well === displays.length && well > 0) return yes(`${well} of ${displays.length} connected`);
    return no(`${well} of ${displays.length} connected`, displays.some(({ look }) => look === 'bad') ? 'bad' : 'warn');
  },
);
