import type { Result } from '../contracts/problem.ts';
import { guarded, isFull } from './guarded.ts';

/** How room is made for one write: `mostSteps` at most, each of which takes the older half of a table, or 2,000 rows, and none begun after `forMs`. `inVain`: they made none. */
export interface Room {
  readonly free: () => Promise<boolean>;
  readonly mostSteps: number;
  readonly forMs: number;
  readonly inVain: () => void;
}

/** Ten tables of 50,000 rows are empty after 300 steps. What may go is never left standing over a decision; a bound all the same, since others write meanwhile. */
const stepsForDecisions = 500;
/**
 * What the platform gives again has less, and where that made no room for it, as on a disk that others have filled, nothing for so long (milliseconds): it would only
 * take away, piece by piece, what can still be shown.
 */
const stepsForAnswers = 8;
const vainForMs = 10 * 60_000;

/** Whose room one database's writes get. `now`: this device's clock, epoch milliseconds. */
export function createRooms(
  free: Room['free'],
  now: () => number,
): {
  readonly roomForAnswers: () => Room;
  /** Of all that may go, unless that takes longer than `forMs`. */
  readonly roomForDecisions: (forMs: number) => Room;
} {
  let vainUntil = 0;
  const inVain = (): void => {
    vainUntil = now() + vainForMs;
  };
  return {
    roomForAnswers: () => ({ free, mostSteps: now() < vainUntil ? 0 : stepsForAnswers, forMs: Number.POSITIVE_INFINITY, inVain }),
    roomForDecisions: (forMs) => ({ free, mostSteps: stepsForDecisions, forMs, inVain }),
  };
}

/** Runs a write; where there is no room for it, room is made and it is tried again, as long as there is something that may go. */
export async function withRoom<T>(work: () => Promise<T>, { free, mostSteps, forMs, inVain }: Room): Promise<Result<T>> {
  const begun = performance.now();
  for (let steps = 0; ; steps += 1) {
    const outcome = await guarded(work);
    if (outcome.ok || !isFull(outcome.problem)) return outcome;
    const isInTime = performance.now() - begun < forMs;
    if (isInTime && steps < mostSteps && (await free())) continue;
    if (isInTime && mostSteps > 0) inVain();
    return outcome;
  }
}
