import type { Claim } from '../../domain/claims/claim.ts';

/** `plain` has no tone: neither success nor failure. */
export type ToastTone = 'ok' | 'bad' | 'warn' | 'info' | 'plain';

/** A toast: what happened as the title, at most one sentence below. */
export type Toast = { readonly text?: string } & (
  | { readonly tone: Exclude<ToastTone, 'ok'>; readonly title: string }
  /** Something was done: the claim's word is the title (D-69). */
  | { readonly claim: Claim<'deed'> | Claim<'sample'> }
);

/** Tone and title of a toast. */
export const toastLook = (toast: Toast): { readonly tone: ToastTone; readonly title: string } => {
  if (!('claim' in toast)) return toast;
  const { answer, word } = toast.claim;
  return { tone: answer === 'yes' ? 'ok' : answer === 'no' ? 'bad' : 'info', title: word };
};
