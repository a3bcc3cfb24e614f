import type { Notification } from '../../contracts/overview.ts';
import { decides, no, unknown, yes } from './judgement.ts';

/** Claims about this device, and about what the platform tells it. */

/** A browser feature: it works, could be enabled, or is missing. */
export const deviceCan = decides('works', (state: 'works' | 'offered' | 'lacks') => {
  if (state === 'works') return yes('works');
  return state === 'offered' ? no('offered', 'info') : unknown('not there');
});

/** A platform notice, in the tone the platform gives it. */
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

/** A wall display that an administrator has approved. */
export const displayApproved = decides('displayApproved', (state: 'waiting' | 'approved') =>
  state === 'approved' ? yes('Approved') : unknown('Waiting to be approved', 'pending'),
);

/** A file made here: it was handed to the browser, which is all that is known. */
export const handedOver = decides('handedOver', (given: boolean) => (given ? yes('handed to the browser') : unknown('not saved', 'idle')));

/** That a person who left is signed out: on this device at once, everywhere once the platform has confirmed it. */
export const signedOut = decides('signedOut', (heard: boolean) =>
  heard ? yes('You are signed out.') : unknown('You are signed out on this device.', 'pending'),
);

/** A password reset by link: the platform redirected back with the result. */
export const passwordReset = decides('passwordReset', (done: boolean) => (done ? yes('Password set') : unknown('Not known')));
