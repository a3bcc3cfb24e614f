import type { LockSecret } from '../../contracts/lock.ts';
import { isDigits, type LockOwner, pinProblem } from '../../domain/lock/pin.ts';
import type { StoredLock } from '../../store/types.ts';
import { rewrapDataKey } from './keyWrap.ts';

/** What is kept of a PIN or password beside the key that comes of it. */
export function judgedPin(secret: LockSecret, owner: LockOwner): Pick<StoredLock, 'digits' | 'weak'> {
  return secret.kind === 'pin' ? { digits: isDigits(secret.pin), weak: pinProblem(secret.pin, owner) !== null } : {};
}

/**
 * What becomes of a lock by the rules of before once its PIN was right, and so is known: the data key wrapped anew by today's rounds, and whether the PIN would do today (G-5). Null where it is as it
 * should be. Nothing is lost where this is cut: what stands opens until the whole of it is in its place.
 * @returns the change of the lock as it stands then; none over another PIN that was chosen meanwhile
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
