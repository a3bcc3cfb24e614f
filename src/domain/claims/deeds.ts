import type { AuditOutcome } from '../../contracts/audit.ts';
import type { Display } from '../../contracts/display.ts';
import type { KeyState } from '../../contracts/keys.ts';
import type { LockStatus } from '../../contracts/lock.ts';
import type { OutboxState } from '../../contracts/outbox.ts';
import type { LetterTrouble, UserLetter } from '../../contracts/userLetter.ts';
import { plural } from '../format.ts';
import { formatAge } from '../formatTime.ts';
import type { FreshnessState } from '../freshness/freshness.ts';
import { transportNames } from '../realtime/transportNames.ts';
import type { Claim } from './claim.ts';
import { atAge, decides, no, unknown, yes } from './judgement.ts';

/** Claims that something was done or is in place (D-51): made only after whoever does it has confirmed it. */

/** A decision of the outbox: `sent` means confirmed by the platform (D-24). */
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

/** Number of unsent actions on this device; null if they cannot be counted, which is not zero (M-3). */
export const nothingUnsent = decides('nothingUnsent', (count: number | null) => {
  if (count === null) return unknown('What is not sent cannot be counted');
  return count === 0 ? yes('Everything is sent') : no(`${plural(count, 'action')} not sent yet`, 'pending');
});

/** What became of one item of a promotion. `spared`: refused together with a conflicting item, so nothing happened to it. */
export type ItemFate = 'pending' | 'sending' | 'sent' | 'gone' | 'changed' | 'spared' | 'refused';

/** A dead letter of a promotion: `promoted` means confirmed by the platform for this item (C-37). */
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

/** An act on the record (D-27). Refusals are rules at work: only failures are bad. */
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

/** The app lock of this device (D-31): on once every row is encrypted, not while rows are being converted. */
export const lockOn = decides('locked', (lock: LockStatus) => {
  if (lock.state === 'none') return no('Not set up', 'idle');
  if (lock.state === 'locked' || lock.rows === 'sealed') return yes('On');
  return unknown(lock.rows === 'sealing' ? 'Encrypting' : 'Decrypting', 'processing');
});

interface AccountSeen {
  readonly status: 'active' | 'inactive' | 'suspended';
  /** Age of the platform's statement; null on sample pages, whose accounts are fictional. */
  readonly freshness: FreshnessState | null;
}
/** An account as the platform has it (D-19); in the past tense once that is old. */
export const accountActive = decides('active', ({ status, freshness }: AccountSeen) => {
  const now = status === 'active' ? yes('Active') : status === 'inactive' ? no('Inactive', 'idle') : no('Suspended', 'warn');
  return freshness === null ? now : atAge(freshness, now);
});

interface LetterSeen {
  readonly letter: Pick<UserLetter, 'state' | 'since' | 'endedAt' | 'trouble'>;
  /** Age of the platform's statement; null while it is refetched as the user looks. */
  readonly freshness: FreshnessState | null;
}
/**
 * A letter about an account (D-65): `sent` means accepted by the mail server, not read. A sent letter stays sent whatever the age; a
 * waiting one is described as of its age.
 */
export const letterSent = decides('letterSent', ({ letter, freshness }: LetterSeen) => {
  const since = Date.parse(letter.endedAt ?? letter.since);
  if (letter.state === 'sent') return yes('Sent', { since });
  const why = letter.trouble === null ? null : letterTroubleLabels[letter.trouble];
  const now = letter.state === 'given_up' ? no('Not sent', 'bad', { since, why }) : unknown('Waiting', 'pending', { since, why });
  return freshness === null ? now : atAge(freshness, now);
});

/** Why a letter has not gone out. */
export const letterTroubleLabels: Readonly<Record<LetterTrouble, string>> = {
  unreachable: 'the mail server did not accept it',
  refused: 'the mail server refused it permanently',
  inactive: 'the account is not active',
  superseded: 'its link has expired',
  key: 'the key of its link is gone',
};

/** A wall reports every 30 s; after two missed reports it counts as silent. Milliseconds. */
export const silentAfterMs = 75_000;
/** After this long a silent wall is not expected back soon. */
const goneAfterMs = 15 * 60_000;
/** Frames are drawn every second; a frame older than the last report by more than this means the wall is not drawing. */
const frozenAfterMs = 30_000;

interface DisplaySeen {
  readonly display: Pick<Display, 'seenAt' | 'transport' | 'frame'>;
  /** The platform's clock, epoch milliseconds. */
  readonly now: number;
  /** Age of the platform's statement about the display. */
  readonly freshness: FreshnessState;
}

/**
 * A wall display by its last report (K-10): connected to its stream, and drawing. Once the answer is old it is judged at the answer's own
 * time, since this device hearing nothing does not mean the display is silent.
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

/** A key of the platform, as the platform says (issue 15): current, former, retired or withdrawn. `freshness`: age of that statement. */
export const keySigns = decides('signs', ({ state, freshness }: { readonly state: KeyState; readonly freshness: FreshnessState }) =>
  atAge(freshness, keyStandings[state].now, keyStandings[state].was),
);

const keyStandings = {
  current: { now: yes('Signs now'), was: 'Signed then' },
  former: { now: no('No longer signs', 'pending'), was: 'Was not signing' },
  // A key never comes back, so these two need no past form.
  retired: { now: no('Retired', 'idle'), was: 'Retired' },
  withdrawn: { now: no('Withdrawn', 'bad'), was: 'Withdrawn' },
} as const satisfies Record<KeyState, unknown>;

/** All wall displays of a tenant together. `current`: whether the platform's answer is up to date. */
export const displaysConnected = decides(
  'connected',
  ({ displays, current }: { readonly displays: readonly Claim[]; readonly current: boolean }) => {
    const well = displays.filter(({ answer }) => answer === 'yes').length;
    if (!current) return unknown('Not known now');
    if (well === displays.length && well > 0) return yes(`${well} of ${displays.length} connected`);
    return no(`${well} of ${displays.length} connected`, displays.some(({ look }) => look === 'bad') ? 'bad' : 'warn');
  },
);
