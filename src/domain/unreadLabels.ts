import type { Problem } from '../contracts/problem.ts';
import { plural } from './format.ts';

/** Text beside a list, counts and sums when rows are damaged on this device (F-25): none of them counts there. */
export function unreadLabels(unread: number, what = 'row'): string {
  const left = unread === 1 ? 'It is neither shown nor counted here and is' : 'They are neither shown nor counted here and are';
  return `${plural(unread, what)} on this device could not be read. ${left} fetched again.`;
}

/** The same for a list that reads only the visible rows: others may be damaged too, and the list marks each place. */
export function unreadInSight(unread: number, what: string): string {
  const [are, them] = unread === 1 ? ['is', 'it'] : ['are', 'them'];
  return `At least ${plural(unread, what)} on this device could not be read and ${are} fetched again once the platform answers. Refresh asks for ${them} at once.`;
}

/** Text for rows that the platform counts but has not listed (C-28 and others have a count beside the list). */
export function notHeldLabels(notHeld: number, what = 'row'): string {
  const [are, them] = notHeld === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${plural(notHeld, `more ${what}`)} ${are} at the platform and not on this device: counts and sums here do not include ${them}.`;
}

/** The problem shown when nothing else of a list remains. `came`: how many of the rows arrived unusable from the platform. */
export function unreadableProblem(unread: number, came = 0): Problem {
  return unread > came ? { code: 'storage', cause: 'damaged', message: unreadLabels(unread), retry: true } : cameProblem;
}

/** The same when the damage is only in what the platform sent. */
const cameProblem: Problem = {
  code: 'bad_shape',
  message: 'The platform’s data is damaged, or not known to this version of the console.',
  retry: true,
};

/** For a single damaged answer that is the entire content. */
export const damagedProblem: Problem = {
  code: 'storage',
  cause: 'damaged',
  message: 'The data on this device is damaged and could not be read. It is fetched again once the platform answers.',
  retry: true,
};
