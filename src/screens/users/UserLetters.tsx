import { Mail, RotateCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useAct } from '../../bridge/acts/useAct.ts';
import type { AdminUser, AdminUsersPage } from '../../contracts/adminUser.ts';
import type { UserLetter } from '../../contracts/userLetter.ts';
import { letterSent } from '../../domain/claims/deeds.ts';
import type { Deed } from '../../domain/claims/told.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { againDisabledReason, letterNames, offersAgain } from './letters.ts';
import { seenOf, type UsersSource } from './source.ts';

/** Polling interval while a letter is waiting and the dialog is open, milliseconds. */
const askEveryMs = 5000;

interface UserLettersProps {
  readonly source: UsersSource;
  readonly user: AdminUser;
  readonly onAgain: (deed: Deed) => void;
}

/** The newest letters about an account: waiting since when, sent when, or why given up; with *Send again* (S-9). */
export function UserLetters({ source, user, onAgain }: UserLettersProps) {
  const { letters, status, take } = useLetters(source, user);
  const { state, problem, run } = useAct({
    route: 'now',
    send: (letter: UserLetter) => source.sendAgain(user, letter),
    about: ({ id }) => id,
    done: (answer, { value: letter }) => {
      take(answer);
      // If the letter went out before this request, 'sent again' would be wrong; its badge shows the state.
      const wasSent = letter.state !== 'sent' && answer.letters?.find(({ id }) => id === letter.id)?.state === 'sent';
      if (!wasSent) onAgain('letterAgain');
    },
  });
  if (letters === undefined) return null;
  const failure = problem === null ? null : problem.message === '' ? 'The email could not be sent again' : problem.message;
  return (
    <section className="users-letters" aria-label="Emails">
      <b>Emails</b>
      {letters.length === 0 ? (
        <p className="uk-fg2">None in the last 30 days.</p>
      ) : (
        <ul>
          {letters.map((letter) => {
            const disabledReason = source.disabledReason ?? source.halted ?? againDisabledReason(letter, { status });
            const name = letterNames[letter.purpose];
            return (
              <li key={letter.id}>
                <Mail size={16} strokeWidth={1.75} aria-hidden="true" />
                <span className="users-both">
                  <b>{name}</b>
                  <LetterWhen letter={letter} source={source} />
                </span>
                <ClaimBadge claim={letterSent(letter.id, { letter, freshness: seenOf(source) })} />
                {offersAgain(letter) && (
                  <Button
                    size="sm"
                    icon={RotateCw}
                    busy={state.at === 'pending' && state.value.id === letter.id}
                    busyText="Sending..."
                    aria-label={`Send again: ${name}`}
                    onClick={() => void run(letter)}
                    {...(disabledReason !== null && { disabledReason: disabledReason })}
                  >
                    Send again
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {failure !== null && (
        <p className="users-failure" role="alert">
          {failure}
        </p>
      )}
    </section>
  );
}

/** Time of the letter's state, and the reason for a failure. */
function LetterWhen({ letter, source }: { readonly letter: UserLetter; readonly source: UsersSource }) {
  const { why } = letterSent(letter.id, { letter, freshness: seenOf(source) });
  const { state, since, endedAt, tries } = letter;
  return (
    <span>
      {state === 'waiting' && (
        <>
          since <Time at={since} as="dayTime" beside="server" />
          {tries > 0 && `, tried ${tries === 1 ? 'once' : `${tries} times`}`}
        </>
      )}
      {state !== 'waiting' && endedAt !== null && (
        <>
          {state === 'given_up' && 'given up '}
          <Time at={endedAt} as="dayTime" beside="server" />
        </>
      )}
      {why !== null && `: ${why}`}
    </span>
  );
}

/** The newest known letters: from the list, from the last action, or polled while one is waiting. */
function useLetters(source: UsersSource, user: AdminUser) {
  const page = source.list.value;
  const [told, setTold] = useState<{ readonly user: AdminUser; readonly over: AdminUsersPage | null } | null>(null);
  const now = told !== null && told.over === page ? told.user : (page?.users.find(({ id }) => id === user.id) ?? user);
  const waits = source.reached && now.letters?.some(({ state }) => state === 'waiting') === true;
  // The function changes with every render; the effect depends on the id only.
  const ask = useRef(() => source.look(user.id));
  useEffect(() => {
    ask.current = () => source.look(user.id);
  });
  useEffect(() => {
    if (!waits) return;
    let current = true;
    const timer = setInterval(() => {
      void ask.current().then((answer) => {
        if (current && answer.ok) setTold({ user: answer.value, over: page });
      });
    }, askEveryMs);
    return () => {
      current = false;
      clearInterval(timer);
    };
  }, [waits, page]);
  return { letters: now.letters, status: now.status, take: (answer: AdminUser) => setTold({ user: answer, over: page }) };
}
