import type { Problem, ProblemCode } from '../contracts/problem.ts';
import { notOursText } from './api/answer.ts';

/** The remedy for a failure, as a button or link beside its text. `wait`: it is retried automatically, and pressing would not be faster. */
export type WayOut = 'again' | 'signIn' | 'reload' | 'home' | 'incidents' | 'wait';

/** The text of a failed load: what happened, what it means, the remedy. */
export interface ProblemLabels {
  readonly title: string;
  readonly text: string;
  readonly way: WayOut;
}

/**
 * The only table of failure texts (C-78, C-80): one row per way in which a call can fail. Uses the document's texts where it has some;
 * what it leaves open (401, 403, 404, 409, 423, 429 and others) is worded here, with a suitable remedy.
 */
export const problemLabels: Readonly<Record<ProblemCode, ProblemLabels>> = {
  internal: { title: 'Something went wrong', text: 'An error occurred while loading this content.', way: 'again' },
  unavailable: {
    title: 'Something went wrong',
    text: 'An error occurred while loading this content. The platform is not available right now; this is retried automatically.',
    way: 'again',
  },
  network: {
    title: 'Not on this device yet',
    text: 'The platform cannot be reached. This loads when the connection is back.',
    way: 'again',
  },
  timeout: {
    title: 'Not on this device yet',
    text: 'The platform did not answer in time. This is retried automatically.',
    way: 'again',
  },
  not_ours: {
    title: 'Something went wrong',
    text: notOursText,
    way: 'again',
  },
  bad_shape: {
    title: 'Something went wrong',
    text: 'An error occurred while loading this content. The answer has a format that this console does not know, so it is not shown.',
    way: 'again',
  },
  unauthenticated: { title: 'Your session has ended', text: 'Sign in to continue.', way: 'signIn' },
  login_failed: { title: 'Login failed', text: 'Check the email address and the password.', way: 'signIn' },
  proof_required: { title: 'Confirm that it is you', text: 'This needs your password, passkey or code again.', way: 'again' },
  forbidden: {
    title: 'Your account may not see this',
    text: 'The platform refused it. An administrator can change what your account may do.',
    way: 'home',
  },
  wrong_tenant: {
    title: 'This belongs to another tenant',
    text: 'Your session is now in another tenant. Reload to see it.',
    way: 'reload',
  },
  csrf: { title: 'The platform rejected this request', text: 'Reload the page and try again.', way: 'reload' },
  not_found: { title: 'There is nothing here', text: 'It may have been removed, or the address may be wrong.', way: 'home' },
  gone: { title: 'No longer available', text: 'The platform no longer has it.', way: 'home' },
  conflict: {
    title: 'This has changed meanwhile',
    text: 'Somebody else changed it first. Check the current state, then decide again.',
    way: 'again',
  },
  read_only_mode: {
    title: 'The platform is in read-only mode',
    text: 'The emergency kill switch is on. Your decisions wait here and are sent when it is released.',
    way: 'incidents',
  },
  locked: { title: 'This device is locked', text: 'Unlock it to continue.', way: 'again' },
  build_too_old: { title: 'This version of the console is too old', text: 'The platform requires a newer one.', way: 'reload' },
  rate_limited: { title: 'Too many requests', text: 'Wait a moment. This is retried automatically.', way: 'wait' },
  bad_request: {
    title: 'The platform did not understand this',
    text: 'Reload the page; if it continues, give support the ID below.',
    way: 'reload',
  },
  too_large: { title: 'This is too large', text: 'The platform does not accept this much at once.', way: 'again' },
  storage: {
    title: 'This device cannot read its stored data',
    text: 'The browser’s storage did not answer. Reload the page.',
    way: 'reload',
  },
  cancelled: { title: 'This was cancelled', text: 'Try it again.', way: 'again' },
};

/** The table's text for a problem. For damaged rows on the device the message says how much is damaged; retrying repairs it. */
export function wordsOf({ code, cause, message }: Pick<Problem, 'code' | 'cause' | 'message'>): ProblemLabels {
  return cause === 'damaged' ? { title: 'Damaged on this device', text: message, way: 'again' } : problemLabels[code];
}

/** The document's message for a failed answer of which only the status is known (workers/evidence/api.ts). */
const isBareStatus = (message: string): boolean => /^API Error: [^.]*$/.test(message);

/** A failure in a sentence or two, for messages without room for a panel: the platform's own text if it sent some, else the table's. */
export function problemSentence({ code, message }: Pick<Problem, 'code' | 'message'>): string {
  if (message !== '' && !isBareStatus(message)) return /[.!?]$/.test(message) ? message : `${message}.`;
  const { title, text } = problemLabels[code];
  return isBareStatus(message) ? `${message}. ${text}` : `${title}. ${text}`;
}

/** Detail shown beside the table's text for diagnosis: the status, or which answer could not be used; null if there is none. */
export function problemDetail({ code, message }: Pick<Problem, 'code' | 'message'>): string | null {
  return isBareStatus(message) || code === 'bad_shape' ? message : null;
}
