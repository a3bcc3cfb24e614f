import { fetchApi } from '../../bridge/fetchApi.ts';
import { provenCall } from '../../bridge/provenCall.ts';
import { hub } from '../../bridge/hub.ts';
import { useInvalidate } from '../../bridge/useApiQuery.ts';
import { useConnection } from '../../bridge/useHubStatus.ts';
import { useReadPanel } from '../../bridge/useReadPanel.ts';
import { factorEndpoints } from '../../contracts/factors.ts';
import { identityEndpoints } from '../../contracts/identityEndpoints.ts';
import type { NewCredential } from '../../contracts/passkey.ts';
import type { Problem } from '../../contracts/problem.ts';

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

/** Result of a change: null on success. */
export type Outcome = Promise<Problem | null>;

/**
 * Changes to the user's own account. They need the network and are never queued: a new password or an ended session must take effect at
 * once.
 */
export function useOwnAccount() {
  const invalidate = useInvalidate();
  const renew = (): void => {
    invalidate(identityEndpoints.profile);
    invalidate(identityEndpoints.deviceSessions);
    invalidate(identityEndpoints.ownActivity);
  };
  return {
    /** @param version of the profile that the user saw: if it has changed since, the platform refuses */
    change: async (
      body: { readonly name?: string; readonly email?: string; readonly currentPassword?: string },
      version: number | undefined,
    ): Outcome => {
      const answer = await provenCall(identityEndpoints.changeProfile, { query: { version }, body });
      renew();
      if (!answer.ok) return answer.problem;
      // Every tab shows the name, so the hub reloads the session's user.
      if (body.name !== undefined) void hub.signedIn();
      return null;
    },
    changePassword: async (currentPassword: string, newPassword: string): Promise<{ problem: Problem } | { ended: number }> => {
      const answer = await fetchApi(identityEndpoints.changePassword, { body: { currentPassword, newPassword } });
      renew();
      return answer.ok ? { ended: answer.value.value.endedSessions } : { problem: answer.problem };
    },
    revokeOthers: async (): Outcome => {
      const answer = await provenCall(identityEndpoints.endOtherSessions);
      renew();
      return answer.ok ? null : answer.problem;
    },
    revoke: async (id: string): Outcome => {
      const answer = await provenCall(identityEndpoints.revokeDeviceSession, { params: { id } });
      renew();
      // Already ended elsewhere or expired, which is the intended result.
      return answer.ok || answer.problem.code === 'not_found' ? null : answer.problem;
    },
  };
}

/** Changes to the user's passkeys. They need the network; adding one also needs the device. */
export function usePasskeys() {
  const invalidate = useInvalidate();
  const renew = (): void => {
    invalidate(identityEndpoints.passkeys);
    invalidate(identityEndpoints.ownActivity);
  };
  return {
    /** Re-authenticates with the password; returns the browser's options for creating a passkey. */
    begin: (currentPassword: string) => fetchApi(identityEndpoints.passkeyOptions, { body: { currentPassword } }),
    add: async (name: string, credential: NewCredential): Outcome => {
      const answer = await fetchApi(identityEndpoints.addPasskey, { body: { name, credential } });
      renew();
      return answer.ok ? null : answer.problem;
    },
    rename: async (id: string, name: string): Outcome => {
      const answer = await fetchApi(identityEndpoints.renamePasskey, { params: { id }, body: { name } });
      renew();
      return answer.ok ? null : answer.problem;
    },
    remove: async (id: string, currentPassword: string): Outcome => {
      const answer = await fetchApi(identityEndpoints.removePasskey, { params: { id }, body: { currentPassword } });
      renew();
      // Already removed in another tab or device, which is the intended result.
      return answer.ok || answer.problem.code === 'not_found' ? null : answer.problem;
    },
  };
}

/** Changes to the user's second factor. The secret and the codes are shown once and not stored here. */
export function useFactors() {
  const invalidate = useInvalidate();
  const renew = (): void => {
    invalidate(factorEndpoints.factors);
    invalidate(identityEndpoints.ownActivity);
  };
  return {
    /** Returns the data to set up an app; asks for re-authentication first if the last is older than five minutes. */
    offer: () => provenCall(factorEndpoints.offerTotp),
    confirm: async (code: string) => {
      const answer = await fetchApi(factorEndpoints.confirmTotp, { body: { code } });
      renew();
      return answer;
    },
    remove: async (): Outcome => {
      const answer = await provenCall(factorEndpoints.removeTotp);
      renew();
      // Already removed in another tab or by an administrator, which is the intended result.
      return answer.ok || answer.problem.code === 'not_found' ? null : answer.problem;
    },
    renewCodes: async () => {
      const answer = await provenCall(factorEndpoints.renewRecoveryCodes);
      renew();
      return answer;
    },
  };
}
