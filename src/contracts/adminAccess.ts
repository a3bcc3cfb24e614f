import { adminUserAnswerSchema } from './adminUser.ts';
import type { Endpoint } from './endpoint.ts';
import { heldTotpSchema } from './factors.ts';
import { deviceSessionSchema } from './identity.ts';
import { passkeySchema } from './passkey.ts';
import { countSchema, isoTimeSchema } from './primitives.ts';
import { z } from './zod.ts';

/**
 * Ways into an account (sessions, passkeys, authenticator app, password, provider link), as an administrator sees and revokes them
 * without deactivating the account (issue 17, points 9 and 25; ASVS 7.4.5). Revocations are allowed in read-only mode (D-23).
 */

const minute = 60_000;

/**
 * Why the platform refused a provider sign-in that named this account's address: the provider has not verified the address; the tenant
 * has not listed its domain; the account is linked to another subject there; the account is not active.
 */
export const linkRefusals = ['email_not_verified', 'domain_not_named', 'another_subject', 'not_active'] as const;
export type LinkRefusal = (typeof linkRefusals)[number];

/**
 * Link between the account and the organisation's own provider: linked, or waiting for the first sign-in there, with the last refused
 * attempt.
 */
export const providerLinkSchema = z.object({
  issuer: z.string(),
  linked: z.boolean(),
  /** When it was linked; null if it is not linked or the time was not recorded. */
  linkedAt: z.nullable(isoTimeSchema),
  refused: z.nullable(z.object({ at: isoTimeSchema, why: z.enum(linkRefusals) })),
});
export type ProviderLink = z.infer<typeof providerLinkSchema>;

/**
 * GET /api/v1/admin/users/{id}/access. Sessions have the same shape as for their owner. `current` is true only if administrators look at
 * their own account.
 */
export const userAccessSchema = z.object({
  sessions: z.array(deviceSessionSchema),
  passkeys: z.array(passkeySchema),
  /** The authenticator app; null if none is set up. */
  totp: z.nullable(heldTotpSchema),
  /** Unused recovery codes. */
  recoveryCodes: countSchema,
  /** True if the account can sign in here with a password. */
  password: z.boolean(),
  /** Null if the platform itself signs people in. */
  provider: z.nullable(providerLinkSchema),
  lastUpdated: isoTimeSchema,
});
export type UserAccess = z.infer<typeof userAccessSchema>;

/** Result of a revocation: false if the item no longer existed. */
export const takenAwaySchema = z.object({ taken: z.boolean() });

/** Result of `startAnew`: what was removed from the account. */
export const startedAnewSchema = z.extend(adminUserAnswerSchema, {
  endedSessions: countSchema,
  removedPasskeys: countSchema,
  removedTotp: z.boolean(),
});

/** Endpoints of the access dialog. Loaded with the dialog; part of the table in everyEndpoint.ts. */
export const adminAccessEndpoints = {
  userAccess: {
    method: 'GET',
    path: '/api/v1/admin/users/{id}/access',
    needs: 'admin:users',
    cache: 'none',
    answer: userAccessSchema,
    fresh: { refetchMs: minute / 2, staleAfterMs: 3 * minute, retries: 1 },
  },
  endUserSession: {
    method: 'DELETE',
    path: '/api/v1/admin/users/{id}/sessions/{sessionId}',
    needs: 'admin:users',
    proof: true,
    cache: 'none',
    inReadOnlyMode: 'open',
    answer: takenAwaySchema,
    command: true,
  },
  removeUserPasskey: {
    method: 'DELETE',
    path: '/api/v1/admin/users/{id}/passkeys/{passkeyId}',
    needs: 'admin:users',
    proof: true,
    cache: 'none',
    inReadOnlyMode: 'open',
    answer: takenAwaySchema,
    command: true,
  },
  /** Removes the recovery codes too. */
  removeUserTotp: {
    method: 'DELETE',
    path: '/api/v1/admin/users/{id}/totp',
    needs: 'admin:users',
    proof: true,
    cache: 'none',
    inReadOnlyMode: 'open',
    answer: takenAwaySchema,
    command: true,
  },
  /** Mails the owner a link; with it their next provider sign-in is linked to this account, whichever address the provider reports. */
  inviteUser: {
    method: 'POST',
    path: '/api/v1/admin/users/{id}/invitation',
    needs: 'admin:users',
    proof: true,
    cache: 'none',
    answer: adminUserAnswerSchema,
    command: true,
  },
  /** Also ends the account's sessions: a provider sign-in is not accepted until the account is linked again. */
  unlinkUser: {
    method: 'DELETE',
    path: '/api/v1/admin/users/{id}/provider',
    needs: 'admin:users',
    proof: true,
    cache: 'none',
    inReadOnlyMode: 'open',
    answer: takenAwaySchema,
    command: true,
  },
  /**
   * Removes every way into the account: sessions, passkeys, authenticator app, password, outstanding links. The owner is mailed a link
   * for a new password.
   */
  startAnew: {
    method: 'POST',
    path: '/api/v1/admin/users/{id}/start-anew',
    needs: 'admin:users',
    proof: true,
    cache: 'none',
    inReadOnlyMode: 'open',
    answer: startedAnewSchema,
    command: true,
  },
} as const satisfies Record<string, Endpoint>;
