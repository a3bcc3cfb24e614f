import type { Problem, Result } from '../../../contracts/problem.ts';
import type { LockRefusal, PlainRefusal } from '../../../domain/lock/types.ts';
import { triesAtMost } from '../../../domain/lock/tries.ts';
import { waitLabels } from '../../../domain/lock/waitLabels.ts';

/** What the user is told of a refused act on the app lock (src/domain/lock/SPEC.md). */

const plain: Readonly<Record<Exclude<PlainRefusal, 'weak'>, readonly [Problem['code'], string]>> = {
  unconfirmed: ['unavailable', 'Setting up a lock needs the platform: it must confirm your identity.'],
  display: ['bad_request', 'A wall display cannot be locked: nobody could unlock it.'],
  exists: ['conflict', 'A lock is set up on this device already.'],
  // Commands of a lock that was given up can be decrypted only with that lock's key.
  owesUnsent: ['conflict', 'Your unsent actions here could not be opened yet. Sign in again, then set up the lock.'],
  needsPlatform: ['unavailable', 'This needs the platform: it must know the key of this device.'],
  // The rows stay encrypted, with any unsent commands: their owner opens them once the platform has confirmed the session.
  tooOld: [
    'unauthenticated',
    'The platform has not confirmed you for 72 hours. The data on this device is no longer shown. Sign in, then unlock: unsent actions are sent then.',
  ],
  maybeTooOld: [
    'unavailable',
    'By this device’s clock the platform has not confirmed you for 72 hours. That clock is not confirmed, so nothing was removed. Connect to the platform to unlock, or sign in.',
  ],
  noLock: ['conflict', 'No lock is set up on this device.'],
  noPin: ['conflict', 'No PIN is set on this device.'],
  closed: ['conflict', 'Unlock first.'],
  overtaken: ['conflict', 'The lock was closed meanwhile. Unlock again.'],
  lastWrong: [
    'gone',
    `That was the ${triesAtMost}th wrong attempt: the data on this device can no longer be opened and was removed. Sign in to fetch it again.`,
  ],
};

/** The refusal in words. `weak` says why the secret is not accepted. */
export function refusalOf(refusal: LockRefusal, weak: string): Result<never> {
  return { ok: false, problem: problemOf(refusal, weak) };
}

function problemOf(refusal: LockRefusal, weak: string): Problem {
  switch (refusal.why) {
    case 'failed':
      return refusal.problem;
    case 'pause':
      return { code: 'rate_limited', message: `Try again in ${waitLabels(refusal.waitMs)}.`, retry: false };
    case 'wrong': {
      const { left, lock } = refusal;
      const what =
        lock.kind === 'passkey'
          ? 'That passkey does not open this lock.'
          : `That is not the ${lock.digits === false ? 'password' : 'PIN'}.`;
      const attempts = left === 1 ? 'One attempt is left' : `${left} attempts are left`;
      return { code: 'forbidden', message: `${what} ${attempts} before the data on this device is removed.`, retry: false };
    }
    case 'weak':
      return { code: 'bad_request', message: weak, retry: false };
    default: {
      const [code, message] = plain[refusal.why];
      return { code, message, retry: false };
    }
  }
}
