import type { Problem, Result } from '../../../contracts/problem.ts';
import type { LockEffect } from '../../../domain/lock/types.ts';
import type { WriteStore } from '../../../store/types.ts';
import { within } from '../within.ts';
import type { LockDeps } from './lockFace.ts';

/** How long to wait for the removal of the service worker's cache, milliseconds. */
const answersLimitMs = 5_000;
const answersLeft: Problem = {
  code: 'storage',
  message:
    'The lock is set up and stored data is encrypted. Cached answers in this browser could not be removed yet: this is retried each time you unlock.',
  retry: true,
};

/**
 * Brings existing rows into the form that the lock requires. Returns the problem that was in the way.
 * @param remember stores the signed-in person again, in the form that the lock requires
 */
export function createRowsWork(
  deps: Pick<LockDeps, 'device' | 'removeAnswers' | 'setTimer' | 'storage'>,
  remember: () => Promise<Result<null>>,
): (work: Extract<LockEffect, { readonly type: 'bringRows' }>, key: CryptoKey, store: WriteStore) => Promise<Problem | null> {
  const failed = (problem: Problem): Problem => {
    deps.storage(problem);
    return problem;
  };
  return async ({ rows, isNew }, key, store) => {
    if (isNew) {
      const remembered = await remember();
      if (!remembered.ok) return remembered.problem;
      // If the platform becomes unreachable now, the next refresh does this.
      await deps.device.replace();
    }
    const brought = await (rows === 'opening' ? store.decrypt(key) : store.encrypt(key));
    if (!brought.ok) return failed(brought.problem);
    if (rows === 'opening') {
      // The lock is removed only once the session no longer depends on it: otherwise nobody could refresh the session.
      const bare = await deps.device.replace({ bare: true });
      // Before the key goes: the remembered session would be unreadable without it.
      const remembered = bare.ok ? await remember() : bare;
      return remembered.ok ? null : remembered.problem;
    }
    // Repeated each time, because a hub may have ended before it got here. Rows do not wait for a cache that does not answer.
    const removing = deps.removeAnswers(store.tenantId, store.userId).then(
      () => true,
      () => false,
    );
    return (await within(removing, answersLimitMs, deps.setTimer)) === true ? null : failed(answersLeft);
  };
}
