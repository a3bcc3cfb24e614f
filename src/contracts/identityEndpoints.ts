import { overVersionSchema } from './adminUserRequests.ts';
import type { Endpoint } from './endpoint.ts';
import * as identity from './identity.ts';
import * as passkey from './passkey.ts';
import { z } from './zod.ts';

const minute = 60_000;

/**
 * Endpoints of one's own account and of account recovery. Loaded with their screens; part of the table in everyEndpoint.ts. A password
 * reset is allowed in read-only mode too: the person who is to release the kill switch must be able to sign in (D-23).
 */
export const identityEndpoints = {
  profile: {
    method: 'GET',
    path: '/api/profile',
    needs: 'session',
    cache: 'none',
    answer: identity.profileSchema,
    fresh: { refetchMs: 5 * minute, staleAfterMs: 15 * minute, retries: 1 },
  },
  changeProfile: {
    method: 'PATCH',
    path: '/api/profile',
    needs: 'session',
    cache: 'none',
    query: overVersionSchema,
    body: identity.changeProfileSchema,
    answer: identity.profileSchema,
  },
  changePassword: {
    method: 'POST',
    path: '/api/profile/password',
    needs: 'session',
    cache: 'none',
    body: identity.changePasswordSchema,
    answer: identity.passwordChangedSchema,
    timeLimitMs: 20_000,
  },
  ownActivity: {
    method: 'GET',
    path: '/api/profile/activity',
    needs: 'session',
    cache: 'none',
    answer: identity.ownActivityResponseSchema,
    fresh: { refetchMs: minute, staleAfterMs: 15 * minute, retries: 1 },
  },
  deviceSessions: {
    method: 'GET',
    path: '/api/auth/sessions',
    needs: 'session',
    cache: 'none',
    answer: identity.deviceSessionsResponseSchema,
    fresh: { refetchMs: minute, staleAfterMs: 15 * minute, retries: 1 },
  },
  revokeDeviceSession: {
    method: 'DELETE',
    path: '/api/auth/sessions/{id}',
    needs: 'session',
    proof: true,
    cache: 'none',
    inReadOnlyMode: 'open',
    answer: z.null(),
  },
  /** Ends every session of the user except this one, for example after a passkey was added or removed (ASVS 7.4.3). */
  endOtherSessions: {
    method: 'POST',
    path: '/api/auth/sessions/end-others',
    needs: 'session',
    proof: true,
    cache: 'none',
    inReadOnlyMode: 'open',
    answer: identity.passwordChangedSchema,
  },
  passkeys: {
    method: 'GET',
    path: '/api/profile/passkeys',
    needs: 'session',
    cache: 'none',
    answer: passkey.passkeysResponseSchema,
    fresh: { refetchMs: 5 * minute, staleAfterMs: 15 * minute, retries: 1 },
  },
  /** Options for creating a passkey; valid for five minutes and one passkey. */
  passkeyOptions: {
    method: 'POST',
    path: '/api/profile/passkeys/options',
    needs: 'session',
    cache: 'none',
    body: passkey.passkeyOptionsRequestSchema,
    answer: passkey.passkeyOptionsSchema,
    timeLimitMs: 20_000,
  },
  addPasskey: {
    method: 'POST',
    path: '/api/profile/passkeys',
    needs: 'session',
    cache: 'none',
    body: passkey.addPasskeySchema,
    answer: passkey.passkeySchema,
  },
  renamePasskey: {
    method: 'PATCH',
    path: '/api/profile/passkeys/{id}',
    needs: 'session',
    cache: 'none',
    body: passkey.renamePasskeySchema,
    answer: passkey.passkeySchema,
  },
  /** A POST because it carries the password: the body of a DELETE has no defined meaning. */
  removePasskey: {
    method: 'POST',
    path: '/api/profile/passkeys/{id}/remove',
    needs: 'session',
    cache: 'none',
    body: passkey.removePasskeySchema,
    answer: z.null(),
    timeLimitMs: 20_000,
  },
  /** Same answer and same duration for every address, known or not. */
  requestReset: {
    method: 'POST',
    path: '/api/auth/password-reset',
    needs: 'public',
    cache: 'none',
    inReadOnlyMode: 'open',
    body: identity.resetRequestSchema,
    answer: z.null(),
  },
  confirmReset: {
    method: 'POST',
    path: '/api/auth/password-reset/confirm',
    needs: 'public',
    cache: 'none',
    inReadOnlyMode: 'open',
    body: identity.resetConfirmSchema,
    answer: z.null(),
    timeLimitMs: 20_000,
  },
  /** Read-only mode is checked for the account's tenant inside the handler, because a public call names no tenant. */
  confirmEmail: {
    method: 'POST',
    path: '/api/auth/email/confirm',
    needs: 'public',
    cache: 'none',
    inReadOnlyMode: 'open',
    body: identity.confirmEmailSchema,
    answer: identity.emailConfirmedSchema,
  },
} as const satisfies Record<string, Endpoint>;
