import type { Problem } from '../../contracts/problem.ts';
import { decides, no, unknown, yes } from './judgement.ts';

/** What a person is told once it is done. `{of}` stands for what it was done to. */
export const deedWords = {
  viewSaved: 'View saved',
  linkCopied: 'Link copied',
  userCreated: 'User created successfully',
  userUpdated: 'User updated successfully',
  addressAsked: 'A link to confirm the new address is on its way',
  userDeleted: 'User deleted successfully',
  userDeactivated: 'User deactivated successfully',
  usersLoaded: 'Users loaded successfully',
  letterAgain: 'The letter is on its way again',
  startedAnew: 'Account started anew',
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
  lockTakenOff: 'App lock taken off',
  passwordChanged: 'Password changed',
  profileSaved: 'Profile saved',
  switchReleased: 'Kill switch released',
  displayPaired: '{of} is paired',
  displayChanged: '{of} is changed',
  displayRevoked: '{of} is revoked',
} as const;
export type Deed = keyof typeof deedWords;

interface DeedFacts {
  readonly deed: Deed;
  readonly of?: string;
  /** What the one who does it has answered: null where it is done, why not otherwise, and undefined while no answer has come. */
  readonly problem: Problem | null | undefined;
}

/** That something was done that a person asked for: said once whoever does it has answered so. */
export const deedDone = decides('deed', ({ deed, of = '', problem }: DeedFacts) => {
  const words = deedWords[deed].replace('{of}', () => of);
  if (problem === undefined) return unknown(`Not known yet: ${words}`, 'processing');
  return problem === null ? yes(`${words}`) : no(`Not done: ${words}`, 'bad', { why: problem.message });
});

/** A rule for what is being typed, such as a password's length: about the field alone, not about what was sent. */
export const ruleMet = decides('rule', (met: boolean) => (met ? yes('met') : no('not met', 'idle')));
