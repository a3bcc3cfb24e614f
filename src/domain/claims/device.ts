import type { Notification } from '../../contracts/overview.ts';
import { decides, no, unknown, yes } from './judgement.ts';

/** Claims of this device, and of what the platform tells it. */

/** Something that the console can use of this browser: it works, could be had, or is not there. */
export const deviceCan = decides('works', (state: 'works' | 'offered' | 'lacks') => {
  if (state === 'works') return yes('works');
  return state === 'offered' ? no('offered', 'info') : unknown('not there');
});

/** A notice of the platform's, in the tone that it gives it. */
export const noticeTold = decides('notice', (level: Notification['level']) => {
  switch (level) {
    case 'success':
      return yes('Success');
    case 'info':
      return no('Information', 'info');
    case 'warning':
      return no('Warning', 'warn');
    default:
      return level satisfies never;
  }
});

/** A wall display that an administrator has let in. */
export const displayApproved = decides('displayApproved', (state: 'waiting' | 'approved') =>
  state === 'approved' ? yes('Approved') : unknown('Waiting to be approved', 'pending'),
);

/** A file that was made here: it is in the browser's hands, which says no more than that. */
export const handedOver = decides('handedOver', (given: boolean) => (given ? yes('handed to the browser') : unknown('not saved', 'idle')));

/** That somebody who left is signed out: here at once, and everywhere once the platform has heard of it. */
export const signedOut = decides('signedOut', (heard: boolean) =>
  heard ? yes('You are signed out.') : unknown('You are signed out on this device.', 'pending'),
);

/** A password that was set anew by a link: the platform led back with it. */
export const passwordReset = decides('passwordReset', (done: boolean) => (done ? yes('Password set') : unknown('Not known')));
