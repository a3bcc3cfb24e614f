import type { Problem } from '../../contracts/problem.ts';
import { decides, no, unknown, yes } from './judgement.ts';

/** Messages after an act is done. `{of}` stands for its object. */
export const deedLabels = {
  viewSaved: 'View saved',
  linkCopied: 'Link copied',
  userCreated: 'User created successfully',
  userUpdated: 'User updated successfully',
  addressAsked: 'A link to confirm the new address is being sent',
  userDeleted: 'User deleted successfully',
  userDeactivated: 'User deactivated successfully',
  usersLoaded: 'Users loaded successfully',
  letterAgain: 'The email is being sent again',
  startedAnew: 'Account access reset',
  unlinked: 'Account unlinked',
  invited: 'The invitation is on its way',
  filesSaved: 'Saved {of}',
  reportGenerated: '{of} is generated',
  exported: 'Exported {of}, signed',
  passkeyAdded: 'Passkey added',
  passkeyRemoved: 'Passkey removed',
  passkeyRenamed: 'Passkey renamed',
  totpAdded: 'Authenticator app set up',
  totpRemoved: 'Authenticator app removed',
  secondFactorSet: 'Second factor set',
  pinChanged: 'Lock changed',
  sessionEnded: 'Session ended',
  othersEnded: 'Your other sessions ended',
  lockSetUp: 'App lock set up',
  lockTakenOff: 'App lock removed',
  passwordChanged: 'Password changed',
  profileSaved: 'Profile saved',
  switchReleased: 'Kill switch released',
  displayPaired: '{of} is paired',
  displayChanged: '{of} is changed',
  displayRevoked: '{of} is revoked',
} as const;
export type Deed = keyof typeof deedLabels;

interface DeedFacts {
  readonly deed: Deed;
  readonly of?: string;
  /** The result: null if done, the problem if not, undefined while unanswered. */
  readonly problem: Problem | null | undefined;
}

/** That an act was done; claimed only after whoever performs it has confirmed it. */
export const deedDone = decides('deed', ({ deed, of: what = '', problem }: DeedFacts) => {
  const words = deedLabels[deed].replace('{of}', () => what);
  if (problem === undefined) return unknown(`Not known yet: ${words}`, 'processing');
  return problem === null ? yes(`${words}`) : no(`Not done: ${words}`, 'bad', { why: problem.message });
});

/** A rule for text being typed, such as a password's length: about the field alone, not about what was sent. */
export const ruleMet = decides('rule', (met: boolean) => (met ? yes('met') : no('not met', 'idle')));
