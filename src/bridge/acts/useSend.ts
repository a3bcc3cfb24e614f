import { useState } from 'react';
import { type AnswerOf, type Callable, endpointOf } from '../../contracts/endpoints.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import type { CallInput } from '../../domain/api/request.ts';
import { mayBeDone } from '../../domain/lostAnswer.ts';
import { createIntentionKeys, type IntentionKeys } from './intentionKeys.ts';
import { provenCall } from './provenCall.ts';

/** Sends one changing call under the key of its intention, with re-authentication in between if the platform requires it. */
export type Send = <C extends Callable>(call: C, input?: Omit<CallInput, 'idempotencyKey'>) => Promise<Result<AnswerOf<C>>>;

/** True if a failed call may still take effect or have taken it: no answer that decides has arrived. */
export function isUndecided(problem: Pick<Problem, 'code' | 'retry'>): boolean {
  return problem.retry || mayBeDone(problem);
}

/** Sends with these keys. */
export function sendUnder(keys: Pick<IntentionKeys, 'keyOf' | 'answered'>): Send {
  return async (call, input = {}) => {
    const request = requestOf(call, input);
    const answer = await provenCall(call, { ...input, idempotencyKey: keys.keyOf(request) });
    if (answer.ok || !isUndecided(answer.problem)) keys.answered(request);
    return answer.ok ? { ok: true, value: answer.value.value } : answer;
  };
}

/** Keys that live as long as the component. */
export function useIntentionKeys(): IntentionKeys {
  const [keys] = useState(() => createIntentionKeys(() => crypto.randomUUID()));
  return keys;
}

/**
 * Sends changing calls for acts that several components share, such as a screen's dialogs: each request is an intention, and its key
 * outlives the dialog. An act of one component gets its `send` from `useAct`.
 */
export function useSend(): Send {
  const keys = useIntentionKeys();
  return async (call, input = {}) => {
    keys.begin(requestOf(call, input));
    return sendUnder(keys)(call, input);
  };
}

function requestOf(call: Callable, input: CallInput): string {
  const { method, path } = endpointOf(call);
  return JSON.stringify([method, path, input]);
}
