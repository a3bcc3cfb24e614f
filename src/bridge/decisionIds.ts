import type { Command } from '../contracts/outbox.ts';
import type { Result } from '../contracts/problem.ts';

/** Until then the same words are taken for the same decision, milliseconds: later somebody may mean them once more. */
const againMs = 120_000;

/**
 * Under which id a decision is kept. The disk may take longer than a page waits for it: then nobody knows whether it was kept, and whoever decides the very same again
 * means that one, which the hub keeps once (a promotion would be refused the second time, a note would stand twice).
 */
export function createDecisionIds(
  newId: () => string,
  now: () => number,
): {
  readonly keep: (commands: readonly Command[], keep: (decision: string) => Promise<Result<null>>) => Promise<Result<null>>;
} {
  const unanswered = new Map<string, { readonly decision: string; readonly at: number }>();
  return {
    keep: async (commands, keep) => {
      const said = JSON.stringify(commands);
      const before = unanswered.get(said);
      const decision = before !== undefined && now() - before.at < againMs ? before.decision : newId();
      const kept = await keep(decision);
      if (kept.ok || kept.problem.code !== 'timeout') {
        unanswered.delete(said);
        return kept;
      }
      unanswered.set(said, { decision, at: now() });
      return { ok: false, problem: { ...kept.problem, message: notKnown } };
    },
  };
}

const notKnown = 'This device is slow to store it, and whether it is kept is not known yet. Try again: it counts once.';
