import type { Problem } from '../contracts/problem.ts';
import { type CameDamaged, nameOfDamaged } from './cameDamaged.ts';
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

/** Which rows the platform itself gave damaged, or left out for it: nobody at the device can mend that. */
export function cameDamagedWords(names: readonly string[]): string {
  const is = names.length === 1 ? 'is' : 'are';
  return `${firstOf(names)} came damaged from the platform and ${is} neither shown nor counted here. Tell whoever runs it; what comes whole is shown again.`;
}

/** Which rows have values that this version of the console does not know: beside each its members and what stands in them is shown. */
export function cameUnknownWords(names: readonly string[]): string {
  const [has, it] = names.length === 1 ? ['has', 'it'] : ['have', 'them'];
  return `${firstOf(names)} ${has} values that this version of the console does not know: unknown, and so neither taken for well nor counted here. A newer version may know ${it}.`;
}

function firstOf(names: readonly string[]): string {
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  return `${names.slice(0, 5).join(', ')}${more}`;
}

/** Where nothing else of a list is left to show. `came`: those of them that the platform gave so. */
export function unreadableProblem(unread: number, came: readonly CameDamaged[] = []): Problem {
  if (unread > came.length || came.length === 0) return { code: 'storage', cause: 'damaged', message: unreadWords(unread), retry: true };
  const unknown = came.every((row) => typeof row !== 'string');
  const names = came.map(nameOfDamaged);
  return { code: 'bad_shape', message: unknown ? cameUnknownWords(names) : cameDamagedWords(names), retry: true };
}

/** Where one answer that is all there is to show is damaged. */
export const damagedProblem: Problem = {
  code: 'storage',
  cause: 'damaged',
  message: 'What is held of this on this device could not be read: it is damaged. It is fetched again once the platform answers.',
  retry: true,
};
