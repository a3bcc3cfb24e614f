import { useState } from 'react';
import { useAct } from '../../bridge/acts/useAct.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import { lostLabels } from '../../domain/lostAnswer.ts';
import type { UserField, UserForm } from './model.ts';

type Wrong = Partial<Record<UserField, string>>;

interface Submission<V, A> {
  /** The document's text of a refusal, used if the platform gave none. */
  readonly generic: string;
  readonly send: (value: V) => Promise<Result<A>>;
  readonly done: (answer: A, value: V) => void;
  readonly failed: (problem: Problem) => void;
}

/** Submission of a form: validates by field, sends once, and shows a refusal beside its field. */
export function useSubmit<V, A>({ generic, send, done, failed }: Submission<V, A>) {
  const [mistakes, setMistakes] = useState<Wrong>({});
  const act = useAct({
    route: 'now',
    send: (value: V) => send(value),
    // A conflict about the email address belongs to its field.
    fieldsOf: ({ code, message }) => (code === 'conflict' && /email/i.test(message) ? { email: message } : {}),
    done: (answer, { value }) => done(answer, value),
    failed,
  });
  const { busy, problem, fields, reset } = act;

  /** @param value null if the form has none yet; its problems then say why */
  const submit = (problems: Wrong, value: V | null): void => {
    setMistakes(problems);
    if (value === null || Object.keys(problems).length > 0) return reset();
    void act.run(value);
  };
  const touched = (change: Partial<UserForm>): void => {
    // A refusal that belongs to a field stays until that field is changed.
    const isOfOthers = Object.keys(fields).length > 0 && !Object.keys(fields).some((field) => field in change);
    if (!isOfOthers) reset();
    setMistakes((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in change))));
  };
  const wrong: Wrong = { ...(fields['email'] !== undefined && { email: fields['email'] }), ...mistakes };
  const failure = problem === null ? null : refusedText(problem, generic);
  return { wrong, failure, busy, submit, touched, reset };
}

/** Text of a refusal; without an answer it says so, since the change may have been made. */
export function refusedText(problem: Problem, generic: string): string {
  return `${problem.message === '' ? generic : problem.message}${lostLabels(problem)}`;
}
