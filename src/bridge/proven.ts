import type { Problem } from '../contracts/problem.ts';
import type { Call } from '../domain/api/client.ts';

/** What came of asking somebody who they are. */
type Proved = 'proved' | 'not_proved';

/** The question who it is, for whoever draws it. */
export interface ProofQuestion {
  /** Whether it is to be asked. */
  readonly get: () => boolean;
  readonly listen: (listener: () => void) => () => void;
  /** Says what came of it, to all that wait. */
  readonly end: (proved: Proved) => void;
}

/** Who is at the console, and whether they still are. */
interface Someone {
  /** Their account; null where nobody is. */
  readonly get: () => string | null;
  readonly listen: (listener: () => void) => void;
}

const notProved: Problem = { code: 'cancelled', message: 'You did not confirm that it is you: nothing was changed', retry: false };

/**
 * Calls that the platform takes only from a person who has proved within five minutes who they are (contracts/reauthentication.ts). Where it asks for that, the person is asked, once for however
 * many calls wait, and the call goes out again. A command keeps its key: the second sending is the same one. It goes out for whoever has sent the first: of somebody who is locked out, or has left,
 * nothing is asked, and what they had decided is not done in the name of the next.
 */
export function createProven(
  call: Call<AbortSignal>,
  someone: Someone,
): { readonly provenCall: Call<AbortSignal>; readonly proofQuestion: ProofQuestion } {
  let waiting: { readonly by: string | null; readonly outcome: Promise<Proved>; readonly settle: (proved: Proved) => void } | null = null;
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
  someone.listen(() => {
    if (waiting !== null && waiting.by !== someone.get()) end('not_proved');
  });
  const ask = (by: string | null): Promise<Proved> => {
    if (waiting !== null) return waiting.outcome;
    let settle: (proved: Proved) => void = () => undefined;
    const outcome = new Promise<Proved>((resolve) => (settle = resolve));
    set({ by, outcome, settle });
    return outcome;
  };
  return {
    provenCall: async (of, input) => {
      const by = someone.get();
      const answer = await call(of, input);
      if (answer.ok || answer.problem.code !== 'proof_required') return answer;
      const proved = someone.get() === by && (await ask(by)) === 'proved' && someone.get() === by;
      return proved ? call(of, input) : { ok: false, problem: notProved };
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
