import type { Problem } from '../contracts/problem.ts';
import { plural } from './format.ts';

/** What is said beside a list, its counts and its sums, where rows of it are damaged on this device (F-25): none of them counts there. */
export function unreadWords(unread: number, what = 'row'): string {
  const left = unread === 1 ? 'It is neither shown nor counted here and is' : 'They are neither shown nor counted here and are';
  return `${plural(unread, what)} on this device could not be read. ${left} fetched again.`;
}

/** The same under a list that reads only the rows in sight: others may be damaged too, and the list marks the place of each. */
export function unreadInSight(unread: number, what: string): string {
  const [are, them] = unread === 1 ? ['is', 'it'] : ['are', 'them'];
  return `At least ${plural(unread, what)} on this device could not be read and ${are} fetched again once the platform answers. Refresh asks for ${them} at once.`;
}

/** What is said beside them where the platform counts more rows than it has listed (C-28 and others have a count beside the list). */
export function notHeldWords(notHeld: number, what = 'row'): string {
  const [are, them] = notHeld === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${plural(notHeld, `more ${what}`)} ${are} at the platform and not on this device: what is counted and added up here is without ${them}.`;
}

/** Where nothing else of a list is left to show. `came`: how many of them the platform gave in no form that can be used. */
export function unreadableProblem(unread: number, came = 0): Problem {
  return unread > came ? { code: 'storage', cause: 'damaged', message: unreadWords(unread), retry: true } : cameProblem;
}

/** The same where nothing is damaged on this device: what came is. */
const cameProblem: Problem = {
  code: 'bad_shape',
  message: 'What came from the platform is damaged, or not known to this version of the console.',
  retry: true,
};

/** Where one answer that is all there is to show is damaged. */
export const damagedProblem: Problem = {
  code: 'storage',
  cause: 'damaged',
  message: 'What is held of this on this device could not be read: it is damaged. It is fetched again once the platform answers.',
  retry: true,
};
