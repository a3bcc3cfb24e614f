import type { Result } from '../contracts/problem.ts';
import { guarded, isFull } from './guarded.ts';

/**
 * How space is freed for one write: at most `maxSteps` steps, each of which deletes the older half of a table or 2,000 rows, none
 * started after `forMs` milliseconds. `inVain` is called if that did not suffice.
 */
export interface Room {
  readonly free: () => Promise<boolean>;
  readonly maxSteps: number;
  readonly forMs: number;
  readonly inVain: () => void;
}

/**
 * Ten tables of 50,000 rows are empty after 300 steps. Replaceable data is never kept at the cost of a command; there is a limit because
 * others write meanwhile.
 */
const stepsForDecisions = 500;
/**
 * Answers get fewer steps, because the platform can send them again. If those did not suffice, as on a disk filled by others, none for
 * `vainForMs` milliseconds: they would only delete, piece by piece, what can still be shown.
 */
const stepsForAnswers = 8;
const vainForMs = 10 * 60_000;

/** Space budgets for the writes of one database. `now`: this device's clock, epoch milliseconds. */
export function createRooms(
  free: Room['free'],
  now: () => number,
): {
  readonly roomForAnswers: () => Room;
  /** Everything replaceable may be deleted, within `forMs` milliseconds. */
  readonly roomForDecisions: (forMs: number) => Room;
} {
  let vainUntil = 0;
  const inVain = (): void => {
    vainUntil = now() + vainForMs;
  };
  return {
    roomForAnswers: () => ({ free, maxSteps: now() < vainUntil ? 0 : stepsForAnswers, forMs: Number.POSITIVE_INFINITY, inVain }),
    roomForDecisions: (forMs) => ({ free, maxSteps: stepsForDecisions, forMs, inVain }),
  };
}

/** Runs a write; if there is no space, frees some and retries while the budget allows. */
export async function withRoom<T>(work: () => Promise<T>, { free, maxSteps, forMs, inVain }: Room): Promise<Result<T>> {
  const begun = performance.now();
  for (let steps = 0; ; steps += 1) {
    const outcome = await guarded(work);
    if (outcome.ok || !isFull(outcome.problem)) return outcome;
    const isInTime = performance.now() - begun < forMs;
    if (isInTime && steps < maxSteps && (await free())) continue;
    if (isInTime && maxSteps > 0) inVain();
    return outcome;
  }
}
