import { headers } from '../../contracts/endpoints.ts';
import type { Result } from '../../contracts/problem.ts';
import type { Answered } from '../../domain/api/answer.ts';
import { isAnswer } from '../../domain/outbox/judge.ts';
import type { Outbox } from './outbox.ts';
import type { SessionShell } from './sessionShell.ts';
import type { WordKeeper } from './wordKeeper.ts';

/** What follows from any answer of the platform, whatever was asked: a link is there at this moment. */
export interface HearingWorld {
  readonly words: WordKeeper;
  readonly outbox: () => Outbox | null;
  readonly session: () => SessionShell;
}

/** Told of how every call ended, when it began and in whose name; null where nobody's was known. */
export type Hearing = (answer: Result<Answered<unknown>>, begunAt: number, accountId: string | null) => void;

/** What was decided goes first (D-62); where nobody is confirmed yet, that is asked for. */
export function createHearing({ words, outbox, session }: HearingWorld): Hearing {
  return (answer, begunAt, accountId) => {
    if (answer.ok ? answer.value.cachedAt !== null : !isAnswer(answer.problem.code)) return;
    outbox()?.heard(begunAt);
    if (!answer.ok) return;
    const state = session().state();
    if (state.name !== 'signedIn') return;
    const word = answer.value.header(headers.platformWord);
    // The word is for one person: one that comes late, to a call of whoever was in before, is not for whoever is in now.
    if (word !== null && (accountId ?? state.user.id) === state.user.id) words.heard(state.user.id, word);
    if (!state.confirmed) session().send({ type: 'linkReturned' });
  };
}
