import type { LockStatus } from '../../contracts/lock.ts';
import { lockOn } from '../../domain/claims/deeds.ts';

/** How the panel shows this device's lock. */
export interface LockFace {
  readonly icon: 'open' | 'passkey' | 'pin';
  readonly title: string;
  readonly text: string;
  /** What its owner is asked to do about it. */
  readonly ask?: string;
}

const without: LockFace = {
  icon: 'open',
  title: 'This device has no lock',
  text: 'What it holds for you stays unsealed for your next sign-in, 72 hours at most. With a lock it is sealed, and after 30 minutes without you it opens again by passkey, PIN or password, also without the network.',
};

export function lockFaceOf(lock: LockStatus): LockFace {
  if (lock.state === 'none') return without;
  const { kind } = lock;
  const pin = kind === 'pin';
  const weak = lock.state === 'open' && lock.weak === true;
  const common = {
    icon: kind,
    title: pin ? (lock.digits === false ? 'Locked by password' : 'Locked by PIN') : 'Locked by passkey',
    ...(weak && {
      ask: `This ${lock.digits === false ? 'password' : 'PIN'} would not be taken today: it is guessed too soon. Change it to a longer one.`,
    }),
  } as const;
  if (lock.state === 'open' && lock.rows !== 'sealed')
    return {
      ...common,
      // Not locked before every row is in its form.
      title: lockOn('device', lock).word,
      text: 'Rows on this device are being brought into their form. Cut short, it goes on the next time you are here.',
    };
  const holds = 'What this device holds is sealed. It opens without the network for 72 hours after the platform last confirmed you.';
  return {
    ...common,
    text: pin
      ? `${holds} A PIN or password is the weaker lock: on a copy of the disk nothing slows guessing. Here ten wrong tries take an hour at least, and remove what is held.`
      : `${holds} Signing out removes rows and lock together.`,
  };
}

/** What changing the PIN is called; a password of the lock is not taken for the account's. */
export const pinChange = (digits: boolean | undefined): string => (digits === false ? 'Change Lock Password' : 'Change PIN');
