import { useInvalidate } from '../../bridge/reads/useApiQuery.ts';
import { type ReadPanel, useReadPanel } from '../../bridge/reads/useReadPanel.ts';
import { useSend } from '../../bridge/acts/useSend.ts';
import { adminAccessEndpoints as calls, type UserAccess } from '../../contracts/adminAccess.ts';
import { adminUserEndpoints } from '../../contracts/adminUserEndpoints.ts';
import type { Result } from '../../contracts/problem.ts';
import type { CallInput } from '../../domain/api/request.ts';

/** An account's sign-in methods and the actions that end them. */
interface AccessSource {
  readonly panel: ReadPanel<UserAccess>;
  readonly endSession: (sessionId: string) => Promise<Result<unknown>>;
  readonly removePasskey: (passkeyId: string) => Promise<Result<unknown>>;
  readonly removeTotp: () => Promise<Result<unknown>>;
  readonly invite: () => Promise<Result<unknown>>;
  readonly unlink: () => Promise<Result<unknown>>;
  readonly startAnew: () => Promise<Result<unknown>>;
}

/**
 * Access data of one account, from the platform. Every action needs the network and re-authentication, and takes effect once however
 * often it is sent.
 */
export function useUserAccess(id: string): AccessSource {
  const panel = useReadPanel(calls.userAccess, { params: { id } }, () => 1);
  const invalidate = useInvalidate();
  const sendNow = useSend();
  const send = async (
    call: (typeof calls)['endUserSession' | 'removeUserPasskey' | 'removeUserTotp' | 'inviteUser' | 'unlinkUser' | 'startAnew'],
    input: CallInput,
  ): Promise<Result<unknown>> => {
    const answer = await sendNow(call, input);
    invalidate(calls.userAccess);
    // The list shows the account's letters.
    invalidate(adminUserEndpoints.adminUsers);
    return answer;
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
