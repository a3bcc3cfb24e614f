import { headers } from '../../contracts/endpoints.ts';
import type { Result } from '../../contracts/problem.ts';
import type { Answered } from '../../domain/api/answer.ts';
import { isAnswer } from '../../domain/outbox/judge.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { SessionShell } from './sessionShell.ts';
import type { WordKeeper } from './wordKeeper.ts';

/** Effects of any answer of the platform: the link works at this moment. */
export interface HearingDeps {
  readonly words: WordKeeper;
  readonly outbox: () => Outbox | null;
  readonly session: () => SessionShell;
}

/** Called with the result of every call, its start time and the account it was made for; null if none was known. */
export type Hearing = (answer: Result<Answered<unknown>>, begunAt: number, accountId: string | null) => void;

/** Sends the outbox first (D-62), then asks for the session if it is not confirmed. */
export function createHearing({ words, outbox, session }: HearingDeps): Hearing {
  return (answer, begunAt, accountId) => {
    if (answer.ok ? answer.value.cachedAt !== null : !isAnswer(answer.problem.code)) return;
    outbox()?.heard(begunAt);
    if (!answer.ok) return;
    const state = session().state();
    if (state.name !== 'signedIn') return;
    const word = answer.value.header(headers.platformWord);
    // The platform word belongs to one person: one in a late answer to the previous user's call is not for the current user.
    if (word !== null && (accountId ?? state.user.id) === state.user.id) words.heard(state.user.id, word);
    if (!state.confirmed) session().send({ type: 'linkReturned' });
  };
}
