import { adminUserAnswerSchema } from './adminUser.ts';
import type { Endpoint } from './endpoint.ts';
import { heldTotpSchema } from './factors.ts';
import { deviceSessionSchema } from './identity.ts';
import { passkeySchema } from './passkey.ts';
import { countSchema, isoTimeSchema } from './primitives.ts';
import { z } from './zod.ts';

/**
 * By what somebody gets in, as an administrator sees and ends it without deactivating the account (issue 17, points 9 and 25; ASVS 7.4.5). All of it takes from the account and goes through in
 * read-only mode (D-23).
 */

const minute = 60_000;

/**
 * Why a sign-in at the organisation's provider that named an account's address was not let in: the provider has not verified the address; its domain is none that the tenant has named; the account is
 * linked to somebody else there; it may not come in.
 */
export const linkRefusals = ['email_not_verified', 'domain_not_named', 'another_subject', 'not_active'] as const;
export type LinkRefusal = (typeof linkRefusals)[number];

/** How an account stands with the organisation's own provider: linked, or waiting for its first sign-in there; with the last that was refused. */
export const providerLinkSchema = z.object({
  issuer: z.string(),
  linked: z.boolean(),
  /** When; null where it is not linked, or that was not recorded. */
  linkedAt: z.nullable(isoTimeSchema),
  refused: z.nullable(z.object({ at: isoTimeSchema, why: z.enum(linkRefusals) })),
});
export type ProviderLink = z.infer<typeof providerLinkSchema>;

/** GET /api/v1/admin/users/{id}/access. Sessions as their owner sees them; none of them is the administrator's own unless the account is. */
export const userAccessSchema = z.object({
  sessions: z.array(deviceSessionSchema),
  passkeys: z.array(passkeySchema),
  /** Their authenticator app; null where none is set up. */
  totp: z.nullable(heldTotpSchema),
  /** Recovery codes that are not used up. */
  recoveryCodes: countSchema,
  /** Whether a password signs them in here. */
  password: z.boolean(),
  /** Null where the platform signs people in by itself. */
  provider: z.nullable(providerLinkSchema),
  lastUpdated: isoTimeSchema,
});
export type UserAccess = z.infer<typeof userAccessSchema>;

/** What came of taking one way in: false where it was gone already. */
export const takenAwaySchema = z.object({ taken: z.boolean() });

/** What starting anew took from the account. */
export const startedAnewSchema = z.extend(adminUserAnswerSchema, {
  endedSessions: countSchema,
  removedPasskeys: countSchema,
  removedTotp: z.boolean(),
});

/** The calls of it: rows of the table of calls (everyEndpoint.ts) that come with the dialog. */
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
  /** Its recovery codes go with it. */
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
  /** Mails the owner a link by which they are linked at their next sign-in there, whatever address the provider knows of them. */
  inviteUser: {
    method: 'POST',
    path: '/api/v1/admin/users/{id}/invitation',
    needs: 'admin:users',
    proof: true,
    cache: 'none',
    answer: adminUserAnswerSchema,
    command: true,
  },
  /** Ends its sessions too: whoever comes by the provider is a stranger until they are linked anew. */
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
  /** Takes every way in from the account: sessions, passkeys, authenticator app, password, links that are out. Its owner is sent a link for a new password. */
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
