import type { Command } from '../../contracts/outbox.ts';
import type { Result } from '../../contracts/problem.ts';

/** How long identical commands count as the same unanswered decision, milliseconds: later the user may intend them a second time. */
const againMs = 120_000;

/**
 * Assigns ids to decisions. The disk may be slower than a page waits; then it is unknown whether the decision was stored. If the user
 * repeats exactly the same one, it gets the same id and the hub stores it once (otherwise a second promotion would be refused, or a note
 * stored twice).
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

const notKnown = 'This device is slow to store it, and it is not known yet whether it is stored. Try again: it is applied once.';
