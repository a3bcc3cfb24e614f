import { useRef } from 'react';
import { provenCall } from '../../bridge/provenCall.ts';
import { useInvalidate } from '../../bridge/useApiQuery.ts';
import { type ReadPanel, useReadPanel } from '../../bridge/useReadPanel.ts';
import { adminAccessEndpoints as calls, type UserAccess } from '../../contracts/adminAccess.ts';
import { adminUserEndpoints } from '../../contracts/adminUserEndpoints.ts';
import type { Problem } from '../../contracts/problem.ts';
import type { CallInput } from '../../domain/api/request.ts';

/** An account's sign-in methods and the actions that end them; an action returns null on success. */
interface AccessSource {
  readonly panel: ReadPanel<UserAccess>;
  readonly endSession: (sessionId: string) => Promise<Problem | null>;
  readonly removePasskey: (passkeyId: string) => Promise<Problem | null>;
  readonly removeTotp: () => Promise<Problem | null>;
  readonly invite: () => Promise<Problem | null>;
  readonly unlink: () => Promise<Problem | null>;
  readonly startAnew: () => Promise<Problem | null>;
}

/**
 * Access data of one account, from the platform. Every action needs the network and re-authentication, and takes effect once however
 * often it is sent.
 */
export function useUserAccess(id: string): AccessSource {
  const panel = useReadPanel(calls.userAccess, { params: { id } }, () => 1);
  const invalidate = useInvalidate();
  // An attempt without an answer is repeated under the same idempotency key.
  const tried = useRef<{ readonly of: string; readonly key: string } | null>(null);
  const send = async (
    call: (typeof calls)['endUserSession' | 'removeUserPasskey' | 'removeUserTotp' | 'inviteUser' | 'unlinkUser' | 'startAnew'],
    input: CallInput,
  ) => {
    const request = JSON.stringify([call.path, input]);
    const key = tried.current?.of === request ? tried.current.key : crypto.randomUUID();
    tried.current = { of: request, key };
    const answer = await provenCall(call, { ...input, idempotencyKey: key });
    if (answer.ok || !answer.problem.retry) tried.current = null;
    invalidate(calls.userAccess);
    // The list shows the account's letters.
    invalidate(adminUserEndpoints.adminUsers);
    return answer.ok ? null : answer.problem;
  };
  return {
    panel,
    endSession: (sessionId) => send(calls.endUserSession, { params: { id, sessionId } }),
    removePasskey: (passkeyId) => send(calls.removeUserPasskey, { params: { id, passkeyId } }),
    removeTotp: () => send(calls.removeUserTotp, { params: { id } }),
    invite: () => send(calls.inviteUser, { params: { id } }),
    unlink: () => send(calls.unlinkUser, { params: { id } }),
    startAnew: () => send(calls.startAnew, { params: { id } }),
  };
}
