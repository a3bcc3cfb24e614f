import type { Problem, ProblemCode } from '../contracts/problem.ts';
import { notOursText } from './api/answer.ts';

/** The way out of a failure, as a button or link beside its words. `wait`: it is asked again by itself, and pressing does not help sooner. */
export type WayOut = 'again' | 'signIn' | 'reload' | 'home' | 'incidents' | 'wait';

/** What a person reads of a failed load: what happened, what it means for them, the way out. */
export interface ProblemWords {
  readonly title: string;
  readonly text: string;
  readonly way: WayOut;
}

/**
 * THE table of failures as people read them (C-78, C-80): one row for each way in which a call can fail. The document's own words stand where it has some; what
 * it leaves open (401, 403, 404, 409, 423, 429 and the rest) is said plainly, with the way out that helps.
 */
export const problemWords: Readonly<Record<ProblemCode, ProblemWords>> = {
  internal: { title: 'Something went wrong', text: 'An error occurred while loading this content.', way: 'again' },
  unavailable: {
    title: 'Something went wrong',
    text: 'An error occurred while loading this content. The platform is not available just now; it is asked again by itself.',
    way: 'again',
  },
  network: {
    title: 'Not on this device yet',
    text: 'The platform cannot be reached. This loads by itself when the link is back.',
    way: 'again',
  },
  timeout: {
    title: 'Not on this device yet',
    text: 'The platform did not answer in time. It is asked again by itself.',
    way: 'again',
  },
  not_ours: {
    title: 'Something went wrong',
    text: notOursText,
    way: 'again',
  },
  bad_shape: {
    title: 'Something went wrong',
    text: 'An error occurred while loading this content. What came has another form than this console knows, so nothing of it is shown.',
    way: 'again',
  },
  unauthenticated: { title: 'Your session has ended', text: 'Sign in to go on where you are.', way: 'signIn' },
  login_failed: { title: 'Login failed', text: 'Check the address and the password.', way: 'signIn' },
  proof_required: { title: 'Confirm that it is you', text: 'This asks for your password, passkey or code again.', way: 'again' },
  forbidden: {
    title: 'Your account may not see this',
    text: 'The platform refused it. An administrator can change what your account may do.',
    way: 'home',
  },
  wrong_tenant: {
    title: 'This belongs to another tenant',
    text: 'The session works in another one by now. Reload to see it.',
    way: 'reload',
  },
  csrf: { title: 'The platform did not take this for the console', text: 'Reload the page and try again.', way: 'reload' },
  not_found: { title: 'There is nothing here', text: 'It may have been removed, or the address is not quite right.', way: 'home' },
  gone: { title: 'No longer available', text: 'The platform does not keep it any more.', way: 'home' },
  conflict: {
    title: 'This has changed meanwhile',
    text: 'Somebody else was first. Look at what is there now, then decide again.',
    way: 'again',
  },
  read_only_mode: {
    title: 'The platform is in read-only mode',
    text: 'The emergency kill switch is on. What was decided here waits and is sent when it is released.',
    way: 'incidents',
  },
  locked: { title: 'This device is locked', text: 'Unlock it to go on where you are.', way: 'again' },
  build_too_old: { title: 'This version of the console is too old', text: 'The platform wants a newer one.', way: 'reload' },
  rate_limited: { title: 'Too many requests', text: 'The platform asks to wait a moment. This is asked again by itself.', way: 'wait' },
  bad_request: {
    title: 'The platform did not understand this',
    text: 'Reload the page; if it stays so, tell support the id below.',
    way: 'reload',
  },
  too_large: { title: 'This is too large', text: 'The platform takes less at a time.', way: 'again' },
  storage: {
    title: 'This device cannot read what it holds',
    text: 'The browser’s storage did not answer. Reload the page.',
    way: 'reload',
  },
  cancelled: { title: 'This was called off', text: 'Try it again.', way: 'again' },
};

/** The table's words for a problem. Storage that answered, with what is damaged, is not one that did not answer: the message says how much, and asking again mends it. */
export function wordsOf({ code, cause, message }: Pick<Problem, 'code' | 'cause' | 'message'>): ProblemWords {
  return cause === 'damaged' ? { title: 'Damaged on this device', text: message, way: 'again' } : problemWords[code];
}

/** The document's form of a non-ok answer, where nothing more is known of it than its status (workers/evidence/api.ts). */
const isBareStatus = (message: string): boolean => /^API Error: [^.]*$/.test(message);

/** A failure in a sentence or two, for a message that has no room for a panel: the platform's own words if it gave some, else the table's. */
export function problemSentence({ code, message }: Pick<Problem, 'code' | 'message'>): string {
  if (message !== '' && !isBareStatus(message)) return /[.!?]$/.test(message) ? message : `${message}.`;
  const { title, text } = problemWords[code];
  return isBareStatus(message) ? `${message}. ${text}` : `${title}. ${text}`;
}

/** What is told of the failure beside the table's words, for whoever has to look into it: the status that came, or which answer could not be used. */
export function problemDetail({ code, message }: Pick<Problem, 'code' | 'message'>): string | null {
  return isBareStatus(message) || code === 'bad_shape' ? message : null;
}
