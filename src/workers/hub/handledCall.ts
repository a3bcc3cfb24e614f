import type { Result } from '../../contracts/problem.ts';
import type { Call } from '../../domain/api/client.ts';
import { isRefusal } from '../../domain/session/refusal.ts';
import type { Hearing } from './hearing.ts';
import type { Platform } from './platform.ts';
import type { SessionShell } from './sessionShell.ts';

/** Whom the wrapped call tells what an answer means. */
export interface HandledCallDeps {
  readonly bare: Call<AbortSignal>;
  /** Called with every answer. */
  readonly heard: Hearing;
  /** The account of calls that do not name one; null if none is known. */
  readonly accountId: () => string | null;
  /** Server clock, epoch milliseconds. */
  readonly now: () => number;
  /** The same clock if the platform has confirmed it; null otherwise. */
  readonly confirmedNow: () => number | null;
  readonly platform: Pick<Platform, 'accepted' | 'refresh' | 'readOnly' | 'askWhoPulled'>;
  readonly session: () => Pick<SessionShell, 'send'>;
  /** The session is parked at the platform although the lock is open (D-55): resume it. */
  readonly unpark: () => Promise<Result<unknown>>;
  /** The platform no longer accepts this build. */
  readonly outdated: () => void;
}

/** Wraps every call of the hub: handles in one place what a failure says about session, build and kill switch. */
export function createHandledCall({
  bare,
  heard,
  accountId,
  now,
  confirmedNow,
  platform,
  session,
  unpark,
  outdated,
}: HandledCallDeps): Call<AbortSignal> {
  return async (id, input) => {
    const begunAt = now();
    const inNameOf = input?.accountId ?? accountId();
    let answer = await bare(id, input);
    if (!answer.ok && answer.problem.code === 'locked') {
      const lifted = await unpark();
      // The call had no effect: repeat it once if the session is resumed. If its key is not the one held here it never will be, and the
      // session ends here.
      if (lifted.ok) answer = await bare(id, input);
      else if (isRefusal(lifted.problem.code)) answer = lifted;
    }
    heard(answer, begunAt, inNameOf);
    if (answer.ok) {
      // Only commands carry a key, and only commands are refused in read-only mode.
      if (input?.idempotencyKey !== undefined) platform.accepted();
      return answer;
    }
    const { code } = answer.problem;
    // A tenant that is no longer the session's is answered like an ended session: only `me` tells who is signed in, and where.
    const doubtful = code === 'unauthenticated' || code === 'wrong_tenant';
    if (doubtful && id !== 'me' && id !== 'refresh' && id !== 'logout') session().send({ type: 'unauthenticated' });
    // A refusal carries no time, but stored data are judged by the platform's clock.
    if (id === 'me' && isRefusal(code) && confirmedNow() === null) void platform.refresh();
    if (code === 'build_too_old') outdated();
    if (code === 'read_only_mode') {
      platform.readOnly(now());
      void platform.askWhoPulled();
    }
    return answer;
  };
}
