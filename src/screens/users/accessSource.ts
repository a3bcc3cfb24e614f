import { useRef } from 'react';
import { provenCall } from '../../bridge/provenCall.ts';
import { useInvalidate } from '../../bridge/useApiQuery.ts';
import { type ReadPanel, useReadPanel } from '../../bridge/useReadPanel.ts';
import { adminAccessEndpoints as calls, type UserAccess } from '../../contracts/adminAccess.ts';
import { adminUserEndpoints } from '../../contracts/adminUserEndpoints.ts';
import type { Problem } from '../../contracts/problem.ts';
import type { CallInput } from '../../domain/api/request.ts';

/** By what one account gets in, and what ends that: null where it was done. */
interface AccessSource {
  readonly panel: ReadPanel<UserAccess>;
  readonly endSession: (sessionId: string) => Promise<Problem | null>;
  readonly removePasskey: (passkeyId: string) => Promise<Problem | null>;
  readonly removeTotp: () => Promise<Problem | null>;
  readonly invite: () => Promise<Problem | null>;
  readonly unlink: () => Promise<Problem | null>;
  readonly startAnew: () => Promise<Problem | null>;
}

/** The access of one account, from the platform. Every act needs it, and a proof of who acts; each takes effect once however often it is sent. */
export function useUserAccess(id: string): AccessSource {
  const panel = useReadPanel(calls.userAccess, { params: { id } }, () => 1);
  const invalidate = useInvalidate();
  // A try that ended in silence is repeated under its own key.
  const tried = useRef<{ readonly of: string; readonly key: string } | null>(null);
  const send = async (
    call: (typeof calls)['endUserSession' | 'removeUserPasskey' | 'removeUserTotp' | 'inviteUser' | 'unlinkUser' | 'startAnew'],
    input: CallInput,
  ) => {
    const of = JSON.stringify([call.path, input]);
    const key = tried.current?.of === of ? tried.current.key : crypto.randomUUID();
    tried.current = { of, key };
    const answer = await provenCall(call, { ...input, idempotencyKey: key });
    if (answer.ok || !answer.problem.retry) tried.current = null;
    invalidate(calls.userAccess);
    // Its letters are shown there.
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
