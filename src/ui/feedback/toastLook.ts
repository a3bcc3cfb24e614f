import type { Claim } from '../../domain/claims/claim.ts';

/** `plain` is a message of no tone: nothing went well or wrong. */
export type ToastTone = 'ok' | 'bad' | 'warn' | 'info' | 'plain';

/** What happened in the title, at most one sentence below. */
export type Toast = { readonly text?: string } & (
  | { readonly tone: Exclude<ToastTone, 'ok'>; readonly title: string }
  /** That something is done: its word is the title (D-69). */
  | { readonly claim: Claim<'deed'> | Claim<'sample'> }
);

/** The tone and the title of a message. */
export const toastLook = (toast: Toast): { readonly tone: ToastTone; readonly title: string } => {
  if (!('claim' in toast)) return toast;
  const { answer, word } = toast.claim;
  return { tone: answer === 'yes' ? 'ok' : answer === 'no' ? 'bad' : 'info', title: word };
};
