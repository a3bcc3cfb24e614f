import { hub } from '../../bridge/hub/hub.ts';
import type { FieldProblems } from '../../bridge/acts/useAct.ts';
import { useInvalidate } from '../../bridge/reads/useApiQuery.ts';
import { useConnection } from '../../bridge/hub/useHubStatus.ts';
import { useReadPanel } from '../../bridge/reads/useReadPanel.ts';
import { useSend } from '../../bridge/acts/useSend.ts';
import { factorEndpoints } from '../../contracts/factors.ts';
import { identityEndpoints } from '../../contracts/identityEndpoints.ts';
import type { NewCredential } from '../../contracts/passkey.ts';
import type { Problem, Result } from '../../contracts/problem.ts';

/**
 * The user's account, sessions, passkeys, second factor and activity; stored on the device with their age, so that they can be read
 * offline.
 */
export function useProfile() {
  return {
    profile: useReadPanel(identityEndpoints.profile, {}, () => 1),
    sessions: useReadPanel(identityEndpoints.deviceSessions, {}, ({ sessions }) => sessions.length),
    passkeys: useReadPanel(identityEndpoints.passkeys, {}, ({ passkeys }) => passkeys.length),
    factors: useReadPanel(factorEndpoints.factors, {}, () => 1),
    activity: useReadPanel(identityEndpoints.ownActivity, {}, ({ activities }) => activities.length),
  };
}

/** Why nothing can be changed now; null if it can. */
export function useUnreachable(): string | null {
  const { state } = useConnection();
  return state === 'connected' || state === 'connecting'
    ? null
    : 'Changing this needs the network, and the platform cannot be reached right now';
}

/** The platform refuses a change with a wrong password as `forbidden`: the text belongs to the password's field. */
export function wrongPassword({ code, message }: Problem): FieldProblems {
  return code === 'forbidden' ? { password: message } : {};
}

/** Something that is gone already, in another tab or elsewhere, is what its removal wanted. */
function goneToo(answer: Result<null>): Result<null> {
  return !answer.ok && answer.problem.code === 'not_found' ? { ok: true, value: null } : answer;
}

/**
 * Changes to the user's own account. They need the network and are never queued: a new password or an ended session must take effect at
 * once.
 */
export function useOwnAccount() {
  const invalidate = useInvalidate();
  const send = useSend();
  const renew = <T>(answer: Result<T>): Result<T> => {
    invalidate(identityEndpoints.profile);
    invalidate(identityEndpoints.deviceSessions);
    invalidate(identityEndpoints.ownActivity);
    return answer;
  };
  return {
    /** @param version of the profile that the user saw: if it has changed since, the platform refuses */
    change: async (
      body: { readonly name?: string; readonly email?: string; readonly currentPassword?: string },
      version: number | undefined,
    ) => {
      const answer = renew(await send(identityEndpoints.changeProfile, { query: { version }, body }));
      // Every tab shows the name, so the hub reloads the session's user.
      if (answer.ok && body.name !== undefined) void hub.signedIn();
      return answer;
    },
    changePassword: async (body: { readonly currentPassword: string; readonly newPassword: string }) =>
      renew(await send(identityEndpoints.changePassword, { body })),
    revokeOthers: async () => renew(await send(identityEndpoints.endOtherSessions)),
    revoke: async (id: string) => renew(goneToo(await send(identityEndpoints.revokeDeviceSession, { params: { id } }))),
  };
}

/** Changes to the user's passkeys. They need the network; adding one also needs the device. */
export function usePasskeys() {
  const invalidate = useInvalidate();
  const send = useSend();
  const renew = <T>(answer: Result<T>): Result<T> => {
    invalidate(identityEndpoints.passkeys);
    invalidate(identityEndpoints.ownActivity);
    return answer;
  };
  return {
    /** Re-authenticates with the password; returns the browser's options for creating a passkey. */
    begin: (currentPassword: string) => send(identityEndpoints.passkeyOptions, { body: { currentPassword } }),
    add: async (name: string, credential: NewCredential) => renew(await send(identityEndpoints.addPasskey, { body: { name, credential } })),
    rename: async (id: string, name: string) => renew(await send(identityEndpoints.renamePasskey, { params: { id }, body: { name } })),
    remove: async (id: string, currentPassword: string) =>
      renew(goneToo(await send(identityEndpoints.removePasskey, { params: { id }, body: { currentPassword } }))),
  };
}

/** Changes to the user's second factor. The secret and the codes are shown once and not stored here. */
export function useFactors() {
  const invalidate = useInvalidate();
  const send = useSend();
  const renew = <T>(answer: Result<T>): Result<T> => {
    invalidate(factorEndpoints.factors);
    invalidate(identityEndpoints.ownActivity);
    return answer;
  };
  return {
    /** Returns the data to set up an app; asks for re-authentication first if the last is older than five minutes. */
    offer: () => send(factorEndpoints.offerTotp),
    confirm: async (code: string) => renew(await send(factorEndpoints.confirmTotp, { body: { code } })),
    remove: async () => renew(goneToo(await send(factorEndpoints.removeTotp))),
    renewCodes: async () => renew(await send(factorEndpoints.renewRecoveryCodes)),
  };
}
