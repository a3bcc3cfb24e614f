import type { Problem } from '../../contracts/problem.ts';
import type { Call } from '../../domain/api/client.ts';

/** Result of a re-authentication. */
type Proved = 'proved' | 'not_proved';

/** The pending re-authentication, for the dialog that shows it. */
export interface ProofQuestion {
  /** Whether to ask now. */
  readonly get: () => boolean;
  readonly listen: (listener: () => void) => () => void;
  /** Reports the result to all waiting calls. */
  readonly end: (proved: Proved) => void;
}

/** The signed-in account and its tenant, with change events. */
interface Someone {
  /** Names both; null if nobody is signed in or the lock is closed. */
  readonly get: () => string | null;
  readonly listen: (listener: () => void) => void;
}

const notProved: Problem = { code: 'cancelled', message: 'You did not confirm your identity: nothing was changed', retry: false };

/**
 * Calls that need a re-authentication not older than five minutes (contracts/reauthentication.ts). When the platform requires it, the
 * user is asked once, however many calls wait, and the calls are repeated. A command keeps its idempotency key. It is repeated only for
 * the same user in the same stay: nobody is asked after a lock, a sign-out or a change of tenant, and a decision is never carried out in
 * the next user's name or in another tenant.
 */
export function createProven(
  call: Call<AbortSignal>,
  someone: Someone,
): { readonly provenCall: Call<AbortSignal>; readonly proofQuestion: ProofQuestion } {
  let here = someone.get();
  /** How often somebody has come or left. */
  let changes = 0;
  let waiting: { readonly since: number; readonly outcome: Promise<Proved>; readonly settle: (proved: Proved) => void } | null = null;
  const listeners = new Set<() => void>();
  const set = (next: typeof waiting): void => {
    waiting = next;
    for (const listener of listeners) listener();
  };
  const end = (proved: Proved): void => {
    const ended = waiting;
    set(null);
    ended?.settle(proved);
  };
  const look = (): number => {
    if (here !== someone.get()) changes += 1;
    here = someone.get();
    return changes;
  };
  someone.listen(() => {
    const now = look();
    if (waiting !== null && waiting.since !== now) end('not_proved');
  });
  const ask = (since: number): Promise<Proved> => {
    if (waiting !== null) return waiting.outcome;
    let settle: (proved: Proved) => void = () => undefined;
    const outcome = new Promise<Proved>((resolve) => (settle = resolve));
    set({ since, outcome, settle });
    return outcome;
  };
  return {
    provenCall: async (endpoint, input) => {
      const since = look();
      const answer = await call(endpoint, input);
      if (answer.ok || answer.problem.code !== 'proof_required') return answer;
      const proved = look() === since && (await ask(since)) === 'proved' && look() === since;
      return proved ? call(endpoint, input) : { ok: false, problem: notProved };
    },
    proofQuestion: {
      get: () => waiting !== null,
      listen: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      end,
    },
  };
}
