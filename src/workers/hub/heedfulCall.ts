import type { Result } from '../../contracts/problem.ts';
import type { Call } from '../../domain/api/client.ts';
import { isRefusal } from '../../domain/session/refusal.ts';
import type { Hearing } from './hearing.ts';
import type { Platform } from './platform.ts';
import type { SessionShell } from './sessionShell.ts';

export interface HeedfulWorld {
  readonly bare: Call<AbortSignal>;
  /** Told of every answer. */
  readonly heard: Hearing;
  /** In whose name a call is made that does not say; null where nobody's is known. */
  readonly accountId: () => string | null;
  /** Server's clock, epoch milliseconds. */
  readonly now: () => number;
  /** The same where the platform has confirmed it; null where nobody knows. */
  readonly confirmedNow: () => number | null;
  readonly platform: Pick<Platform, 'accepted' | 'refresh' | 'readOnly' | 'askWhoPulled'>;
  readonly session: () => Pick<SessionShell, 'send'>;
  /** The session is parked at the platform though the lock is open (D-55): has it go on. */
  readonly unpark: () => Promise<Result<unknown>>;
  /** The platform does not speak to this build any more. */
  readonly outdated: () => void;
}

/** Every call of the hub: what its failure says about session, build and kill switch is noticed here, once. */
export function createHeedfulCall({
  bare,
  heard,
  accountId,
  now,
  confirmedNow,
  platform,
  session,
  unpark,
  outdated,
}: HeedfulWorld): Call<AbortSignal> {
  return async (id, input) => {
    const begunAt = now();
    const inNameOf = input?.accountId ?? accountId();
    let answer = await bare(id, input);
    if (!answer.ok && answer.problem.code === 'locked') {
      const lifted = await unpark();
      // Nothing was done: it is asked once more where the session goes on. Where its key is not the one that is held, it never will: that is the end of it here.
      if (lifted.ok) answer = await bare(id, input);
      else if (isRefusal(lifted.problem.code)) answer = lifted;
    }
    heard(answer, begunAt, inNameOf);
    if (answer.ok) {
      // Only commands carry a key, and only they are refused in read-only mode.
      if (input?.idempotencyKey !== undefined) platform.accepted();
      return answer;
    }
    const { code } = answer.problem;
    // A tenant that is not the session's any more is answered like a session that is over: only `me` tells who is in, and where.
    const doubtful = code === 'unauthenticated' || code === 'wrong_tenant';
    if (doubtful && id !== 'me' && id !== 'refresh' && id !== 'logout') session().send({ type: 'unauthenticated' });
    // A refusal tells no time, and what is held is judged by the platform's.
    if (id === 'me' && isRefusal(code) && confirmedNow() === null) void platform.refresh();
    if (code === 'build_too_old') outdated();
    if (code === 'read_only_mode') {
      platform.readOnly(now());
      void platform.askWhoPulled();
    }
    return answer;
  };
}
