import { useState } from 'react';
import type { Problem } from '../../contracts/problem.ts';
import { lostLabels } from '../../domain/lostAnswer.ts';
import type { UserField, UserForm } from './model.ts';

type Wrong = Partial<Record<UserField, string>>;

/** Why a form was refused; `generic` is the document's text, used if the platform gave none. */
export type NotTaken = Problem & { readonly generic: string };

/** Submission of a form: validates by field, sends once, and shows a refusal beside its field. */
export function useSubmit() {
  const [wrong, setWrong] = useState<Wrong>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (problems: Wrong, send: () => Promise<NotTaken | null>): Promise<void> => {
    if (busy) return;
    setWrong(problems);
    setFailure(null);
    if (Object.keys(problems).length > 0) return;
    setBusy(true);
    const notTaken = await send();
    setBusy(false);
    if (notTaken === null) return;
    // A conflict about the email address belongs to its field.
    if (notTaken.code === 'conflict' && /email/i.test(notTaken.message)) setWrong({ email: notTaken.message });
    else setFailure(`${notTaken.message === '' ? notTaken.generic : notTaken.message}${lostLabels(notTaken)}`);
  };
  const touched = (change: Partial<UserForm>): void => {
    setFailure(null);
    setWrong((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in change))));
  };
  return { wrong, failure, busy, submit, touched, setFailure };
}
