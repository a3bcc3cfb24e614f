import { useEffect, useRef, useState } from 'react';
import type { Result } from '../contracts/problem.ts';
import { resourceDelayMs } from '../domain/backoff.ts';

/**
 * A check whose subject changes while it runs, by a worker that may not answer. One runs at a time and is left to finish: what it found of its own subject stands, and the
 * newest subject comes next. Begun anew at each change instead, it would never end where rows change more often than it takes. One that failed and may be tried again is,
 * ever more rarely: nobody presses a button because a busy device was slow once.
 */
export interface SteadyCheckPorts<Subject, Found> {
  readonly ask: (subject: Subject) => Promise<Result<Found>>;
  readonly tell: (of: Subject, outcome: Result<Found>) => void;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** In [0, 1). */
  readonly random: () => number;
}

export interface SteadyCheck<Subject> {
  /** What is to be checked from now on; null for nothing. */
  readonly want: (subject: Subject | null) => void;
  readonly end: () => void;
}

export function createSteadyCheck<Subject extends object, Found>(ports: SteadyCheckPorts<Subject, Found>): SteadyCheck<Subject> {
  let wanted: Subject | null = null;
  let isAsking = false;
  let failures = 0;
  let cancelRetry = () => {};

  const ask = async (): Promise<void> => {
    const subject = wanted;
    if (isAsking || subject === null) return;
    isAsking = true;
    const outcome = await ports.ask(subject);
    isAsking = false;
    if (wanted === null) return;
    const isNewest = wanted === subject;
    // Why an earlier subject could not be checked says nothing of this one.
    if (isNewest || outcome.ok) ports.tell(subject, outcome);
    if (!isNewest) return ask();
    failures = outcome.ok ? 0 : failures + 1;
    if (!outcome.ok && outcome.problem.retry) cancelRetry = ports.setTimer(resourceDelayMs(failures, ports.random()), () => void ask());
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

/** What a check came to, and of which subject. */
export interface SteadilyChecked<Subject, Found> {
  readonly of: Subject;
  readonly outcome: Result<Found>;
}

/** The newest finished check; null before any. `subject` keeps its identity while there is nothing new to check; `ask` is the same function at every call. */
export function useSteadyCheck<Subject extends object, Found>(
  subject: Subject | null,
  ask: (subject: Subject) => Promise<Result<Found>>,
): SteadilyChecked<Subject, Found> | null {
  const [checked, setChecked] = useState<SteadilyChecked<Subject, Found> | null>(null);
  const check = useRef<SteadyCheck<Subject> | null>(null);
  useEffect(() => {
    const made = createSteadyCheck<Subject, Found>({
      ask,
      tell: (of, outcome) => setChecked({ of, outcome }),
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
