import { useEffect, useRef, useState } from 'react';
import type { Result } from '../../contracts/problem.ts';
import { resourceDelayMs } from '../../domain/backoff.ts';

/**
 * A check whose subject may change while it runs, in a worker that may not answer. One check runs at a time and is left to finish; its
 * result is valid for its own subject, and the newest subject comes next. Restarting at each change would never finish if rows change
 * faster than the check runs. Retryable failures are retried with growing delays, so that the user need not press a button after a slow
 * moment.
 */
export interface SteadyCheckDeps<Subject, Found> {
  readonly ask: (subject: Subject) => Promise<Result<Found>>;
  readonly tell: (of: Subject, outcome: Result<Found>) => void;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** In [0, 1). */
  readonly random: () => number;
}

/** After `end` nothing is told any more, not even the result of the check under way. */
export interface SteadyCheck<Subject> {
  /** What to check from now on; null for nothing. */
  readonly want: (subject: Subject | null) => void;
  readonly end: () => void;
}

/** Subjects are compared by identity. A failure is told only if its subject is still the newest. */
export function createSteadyCheck<Subject extends object, Found>(deps: SteadyCheckDeps<Subject, Found>): SteadyCheck<Subject> {
  let wanted: Subject | null = null;
  let isAsking = false;
  let failures = 0;
  let cancelRetry = () => {};

  const ask = async (): Promise<void> => {
    const subject = wanted;
    if (isAsking || subject === null) return;
    isAsking = true;
    const outcome = await deps.ask(subject);
    isAsking = false;
    if (wanted === null) return;
    const isNewest = wanted === subject;
    // A failure for an earlier subject says nothing about this one.
    if (isNewest || outcome.ok) deps.tell(subject, outcome);
    if (!isNewest) return ask();
    failures = outcome.ok ? 0 : failures + 1;
    if (!outcome.ok && outcome.problem.retry) cancelRetry = deps.setTimer(resourceDelayMs(failures, deps.random()), () => void ask());
  };

  return {
    want: (subject) => {
      wanted = subject;
      failures = 0;
      cancelRetry();
      void ask();
    },
    end: () => {
      wanted = null;
      cancelRetry();
    },
  };
}

/** A check's result, and its subject. */
export interface SteadilyChecked<Subject, Found> {
  readonly of: Subject;
  readonly outcome: Result<Found>;
}

/**
 * The newest finished check; null before any. `subject` must keep its identity while there is nothing new to check; `ask` must be the
 * same function at every call.
 */
export function useSteadyCheck<Subject extends object, Found>(
  subject: Subject | null,
  ask: (subject: Subject) => Promise<Result<Found>>,
): SteadilyChecked<Subject, Found> | null {
  const [checked, setChecked] = useState<SteadilyChecked<Subject, Found> | null>(null);
  const check = useRef<SteadyCheck<Subject> | null>(null);
  useEffect(() => {
    const made = createSteadyCheck<Subject, Found>({
      ask,
      tell: (asked, outcome) => setChecked({ of: asked, outcome }),
      setTimer: (delayMs, run) => {
        const timer = setTimeout(run, delayMs);
        return () => clearTimeout(timer);
      },
      random: Math.random,
    });
    check.current = made;
    return () => made.end();
  }, [ask]);
  useEffect(() => check.current?.want(subject), [subject]);
  return checked;
}
