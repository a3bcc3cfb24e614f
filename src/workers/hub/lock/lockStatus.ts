import type { LockStatus } from '../../../contracts/lock.ts';
import { knownForMs } from '../../../domain/session/limits.ts';
import type { StoredLock } from '../../../store/storedLock.ts';

/**
 * The status of a lock, as pages receive it.
 * @param confirmedAt when the platform last confirmed its owner, epoch milliseconds; null if nobody is remembered
 * @param shownAt converts a moment of the tries' clock to the clock that pages show
 */
export function lockStatusOf(
  { id, kind, rows, credentialId, salt, tries, digits, weak, escrow }: StoredLock,
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
    keepsUnsent: escrow !== undefined,
    heldUntil: confirmedAt === null ? null : confirmedAt + knownForMs,
  };
}
