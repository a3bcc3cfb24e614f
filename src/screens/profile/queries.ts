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

/** One's own account, sessions, passkeys, second step and acts: kept on the device, with their age, so that they can be read without the network. */
export function useProfile() {
  return {
    profile: useReadPanel(identityEndpoints.profile, {}, () => 1),
    sessions: useReadPanel(identityEndpoints.deviceSessions, {}, ({ sessions }) => sessions.length),
    passkeys: useReadPanel(identityEndpoints.passkeys, {}, ({ passkeys }) => passkeys.length),
    factors: useReadPanel(factorEndpoints.factors, {}, () => 1),
    activity: useReadPanel(identityEndpoints.ownActivity, {}, ({ activities }) => activities.length),
  };
}

/** Why nothing can be changed just now; null when it can. */
export function useUnreachable(): string | null {
  const { state } = useConnection();
  return state === 'connected' || state === 'connecting'
    ? null
    : 'Changing this needs the network, and the platform cannot be reached just now';
}

/** What a change came to: null when it was done. */
export type Outcome = Promise<Problem | null>;

/** The changes of one's own account. Each needs the network: nothing is kept for later, where a password or an ended session is meant at once. */
export function useOwnAccount() {
  const invalidate = useInvalidate();
  const renew = (): void => {
    invalidate(identityEndpoints.profile);
    invalidate(identityEndpoints.deviceSessions);
    invalidate(identityEndpoints.ownActivity);
  };
  return {
    /** @param version of the profile that was looked at: where it has moved on since, nothing is changed */
    change: async (
      body: { readonly name?: string; readonly email?: string; readonly currentPassword?: string },
      version: number | undefined,
    ): Outcome => {
      const answer = await provenCall(identityEndpoints.changeProfile, { query: { version }, body });
      renew();
      if (!answer.ok) return answer.problem;
      // Every tab shows the name: the hub asks anew who is here.
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
      // Ended already, there or by time: what was wanted.
      return answer.ok || answer.problem.code === 'not_found' ? null : answer.problem;
    },
  };
}

/** The changes of one's own passkeys. Each needs the network, the device and the platform at once. */
export function usePasskeys() {
  const invalidate = useInvalidate();
  const renew = (): void => {
    invalidate(identityEndpoints.passkeys);
    invalidate(identityEndpoints.ownActivity);
  };
  return {
    /** Proves the password again; what comes back is what the browser makes a passkey by. */
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
      // Gone already, by another tab or device: what was wanted.
      return answer.ok || answer.problem.code === 'not_found' ? null : answer.problem;
    },
  };
}

/** The changes of one's own second step. What is shown once, the secret and the codes, is kept by nobody here. */
export function useFactors() {
  const invalidate = useInvalidate();
  const renew = (): void => {
    invalidate(factorEndpoints.factors);
    invalidate(identityEndpoints.ownActivity);
  };
  return {
    /** What an app is set up by; asks who it is first, where that is not known of the last five minutes. */
    offer: () => provenCall(factorEndpoints.offerTotp),
    confirm: async (code: string) => {
      const answer = await fetchApi(factorEndpoints.confirmTotp, { body: { code } });
      renew();
      return answer;
    },
    remove: async (): Outcome => {
      const answer = await provenCall(factorEndpoints.removeTotp);
      renew();
      // Gone already, by another tab or an administrator: what was wanted.
      return answer.ok || answer.problem.code === 'not_found' ? null : answer.problem;
    },
    renewCodes: async () => {
      const answer = await provenCall(factorEndpoints.renewRecoveryCodes);
      renew();
      return answer;
    },
  };
}
