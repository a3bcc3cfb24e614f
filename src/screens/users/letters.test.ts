import { describe, expect, it } from 'vitest';
import { letterPurposes, letterTroubles, type UserLetter } from '../../contracts/userLetter.ts';
import { againDisabledReason, letterInTrouble, letterNames, offersAgain } from './letters.ts';

const at = '2026-11-25T06:00:00Z';
const sent: UserLetter = { id: 'l-1', purpose: 'welcome', state: 'sent', since: at, tries: 1, endedAt: at, trouble: null };
const waiting: UserLetter = { ...sent, state: 'waiting', endedAt: null };

describe('letters at a user', { tags: ['S-9'] }, () => {
  it('has a letter sent again where that does something: not what is on its way, nor a link that was sent or counts no more', {
    tags: ['S-9'],
  }, () => {
    expect(letterPurposes.filter((purpose) => !offersAgain({ ...sent, purpose }))).toEqual(['reset', 'email_confirm', 'invitation']);
    expect([offersAgain(waiting), offersAgain({ ...waiting, trouble: 'unreachable' })]).toEqual([false, true]);
    const offered = letterTroubles.filter((trouble) => offersAgain({ ...sent, purpose: 'reset', state: 'given_up', trouble }));
    expect(offered).toEqual(['unreachable', 'refused', 'inactive', 'key']);
  });

  it('not to an account that may not come in, unless it warns of something', { tags: ['S-9'] }, () => {
    const disabledReason = letterPurposes.filter((purpose) => againDisabledReason({ ...sent, purpose }, { status: 'suspended' }) !== null);
    // `sign_in_guesses` is a warning too, but pointless while nobody can sign in to the account.
    expect(disabledReason).toEqual(['welcome', 'reset', 'email_confirm', 'sign_in_guesses', 'invitation']);
    for (const purpose of letterPurposes) expect(againDisabledReason({ ...sent, purpose }, { status: 'active' })).toBeNull();
  });

  it('tells in the list what could not be sent, and nothing of what is well, was withdrawn, or is not told', { tags: ['S-9'] }, () => {
    const given = (trouble: UserLetter['trouble']): UserLetter => ({ ...sent, state: 'given_up', trouble });
    expect(letterInTrouble({ letters: [sent, waiting, given('inactive'), given('superseded')] })).toBeNull();
    expect(letterInTrouble({})).toBeNull();
    for (const trouble of ['unreachable', 'refused', 'key'] as const)
      expect(letterInTrouble({ letters: [sent, given(trouble)] })).toEqual(given(trouble));
    expect(letterInTrouble({ letters: [{ ...waiting, trouble: 'unreachable' }, given('refused')] })?.state).toBe('waiting');
  });

  it('calls no two kinds of letters alike', { tags: ['S-9'] }, () => {
    expect(new Set(Object.values(letterNames)).size).toBe(letterPurposes.length);
  });
});
