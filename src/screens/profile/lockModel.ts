import type { LockStatus } from '../../contracts/lock.ts';
import { lockOn } from '../../domain/claims/deeds.ts';

/** How the panel shows this device's lock. */
export interface LockFace {
  readonly icon: 'open' | 'passkey' | 'pin';
  readonly title: string;
  readonly text: string;
}

const without: LockFace = {
  icon: 'open',
  title: 'This device has no lock',
  text: 'What it holds for you stays unsealed for your next sign-in, 72 hours at most. With a lock it is sealed, and after 30 minutes without you it opens again by passkey or PIN, also without the network.',
};

export function lockFaceOf(lock: LockStatus): LockFace {
  if (lock.state === 'none') return without;
  const { kind } = lock;
  const pin = kind === 'pin';
  const common = { icon: kind, title: pin ? 'Locked by PIN' : 'Locked by passkey' } as const;
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
      ? `${holds} A PIN is the weaker lock: whoever copies the disk can try all of them. Ten wrong tries here remove what is held.`
      : `${holds} Signing out removes rows and lock together.`,
  };
}
