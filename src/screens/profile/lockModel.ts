import type { LockStatus } from '../../contracts/lock.ts';
import { lockOn } from '../../domain/claims/deeds.ts';

/** How the panel shows this device's lock. */
export interface LockFace {
  readonly icon: 'open' | 'passkey' | 'pin';
  readonly title: string;
  readonly text: string;
  /** What the owner is asked to do about it. */
  readonly ask?: string;
}

const without: LockFace = {
  icon: 'open',
  title: 'This device has no lock',
  text: 'Your data stays on this device unencrypted until your next sign-in, 72 hours at most. With a lock it is encrypted and, after 30 minutes without activity, opens by passkey, PIN or password, also offline.',
};

/** While rows are still being encrypted, the lock is not called locked. */
export function lockFaceOf(lock: LockStatus): LockFace {
  if (lock.state === 'none') return without;
  const { kind } = lock;
  const pin = kind === 'pin';
  const weak = lock.state === 'open' && lock.weak === true;
  const common = {
    icon: kind,
    title: pin ? (lock.digits === false ? 'Locked by password' : 'Locked by PIN') : 'Locked by passkey',
    ...(weak && {
      ask: `This ${lock.digits === false ? 'password' : 'PIN'} is too easy to guess by today’s rules. Change it to a longer one.`,
    }),
  } as const;
  if (lock.state === 'open' && lock.rows !== 'sealed')
    return {
      ...common,
      // Not called locked before every row is encrypted.
      title: lockOn('device', lock).word,
      text: 'Data on this device is being encrypted or decrypted. If interrupted, it continues the next time you are here.',
    };
  const holds = 'Your data on this device is encrypted. It opens offline for 72 hours after the platform last confirmed you.';
  return {
    ...common,
    text: pin
      ? `${holds} A PIN or password is the weaker lock: on a copy of the disk, guessing is not slowed. Here ten wrong attempts take at least an hour and remove the data.`
      : `${holds} Signing out removes the data and the lock.`,
  };
}

/** Label of the change button; distinguishes the lock's password from the account's. */
export const pinChange = (digits: boolean | undefined): string => (digits === false ? 'Change Lock Password' : 'Change PIN');
