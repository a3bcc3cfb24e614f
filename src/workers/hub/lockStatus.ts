import type { LockStatus } from '../../contracts/lock.ts';
import { knownForMs } from '../../domain/session/limits.ts';
import type { StoredLock } from '../../store/types.ts';

/**
 * What pages are told of a lock.
 * @param confirmedAt when the platform last confirmed whose it is, epoch milliseconds; null where nobody is remembered
 * @param shownAt a moment of the tries' clock on the one that pages show
 */
export function lockStatusOf(
  { id, kind, rows, credentialId, salt, tries, digits, weak }: StoredLock,
  isOpen: boolean,
  confirmedAt: number | null,
  shownAt: (at: number) => number,
): LockStatus {
  const passkey = credentialId === null ? null : { credentialId, salt };
  if (isOpen) return { state: 'open', id, kind, rows, passkey, digits, weak };
  return {
    state: 'locked',
    id,
    kind,
    passkey,
    digits,
    wrong: tries.wrong,
    countLost: tries.lost,
    notBefore: shownAt(tries.notBefore),
    heldUntil: confirmedAt === null ? null : confirmedAt + knownForMs,
  };
}
