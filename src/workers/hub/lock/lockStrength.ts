import type { LockSecret } from '../../../contracts/lock.ts';
import { isDigits, type LockOwner, pinProblem } from '../../../domain/lock/pin.ts';
import type { StoredLock } from '../../../store/storedLock.ts';
import { rewrapDataKey } from './keyWrap.ts';

/** What is stored about a PIN or password beside the wrapped key: whether it is digits only, and whether it is weak. */
export function judgedPin(secret: LockSecret, owner: LockOwner): Pick<StoredLock, 'digits' | 'weak'> {
  return secret.kind === 'pin' ? { digits: isDigits(secret.pin), weak: pinProblem(secret.pin, owner) !== null } : {};
}

/**
 * Upgrades a lock made by earlier rules while its correct PIN is known: wraps the data key with today's iterations and judges the PIN by
 * today's rules (G-5). Null if nothing is to change. Safe to interrupt: the old lock works until the change is written as a whole.
 * @returns the change to the current lock; empty if another PIN was chosen meanwhile
 */
export async function strengthened(
  held: StoredLock,
  secret: LockSecret,
  owner: LockOwner,
  iterations: number,
): Promise<((now: StoredLock) => Partial<StoredLock>) | null> {
  const judged = judgedPin(secret, owner);
  const isOld = secret.kind === 'pin' && held.iterations < iterations;
  if (!isOld && held.weak === judged.weak && held.digits === judged.digits) return null;
  const wrapped = isOld ? await rewrapDataKey(secret, secret, held, iterations) : null;
  return (now) => (now.id === held.id && now.wrapped === held.wrapped ? { ...wrapped, ...judged } : {});
}
