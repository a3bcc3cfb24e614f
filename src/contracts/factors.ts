import type { Endpoint } from './endpoint.ts';
import { countSchema, isoTimeSchema } from './primitives.ts';
import { loginRoleSchema } from './access.ts';
import { z } from './zod.ts';

/**
 * The second factor at sign-in (issue 17, point 25): authenticator app (RFC 6238), recovery codes, and the roles for which a tenant
 * requires it.
 */

const minute = 60_000;

/** Six digits, as an authenticator app shows them; optionally one space in the middle. */
export const totpCodeSchema = z.string().check(z.regex(/^\d{3} ?\d{3}$/));

/** An account's authenticator app, without its secret. */
export const heldTotpSchema = z.object({ since: isoTimeSchema, lastUsed: z.nullable(isoTimeSchema) });
export type HeldTotp = z.infer<typeof heldTotpSchema>;

/** GET /api/profile/factors. */
export const factorsSchema = z.object({
  /** Null if none is set up. */
  totp: z.nullable(heldTotpSchema),
  /** Unused recovery codes. */
  recoveryCodes: countSchema,
  /** True if one of the user's tenants requires a second factor. */
  required: z.boolean(),
  /** False if people sign in at an external provider, which is then responsible for the second step. */
  available: z.boolean(),
  lastUpdated: isoTimeSchema,
});
export type Factors = z.infer<typeof factorsSchema>;

/** Secret for setting up an app, in base32, and the same as a URL that apps open. Valid for ten minutes and for this session only. */
export const totpOfferSchema = z.object({
  secret: z.string().check(z.regex(/^[A-Z2-7]{32}$/)),
  address: z.string().check(z.startsWith('otpauth://totp/')),
});
export type TotpOffer = z.infer<typeof totpOfferSchema>;

export const confirmTotpSchema = z.strictObject({ code: totpCodeSchema });

/** Recovery codes, shown only once. Empty if the account already had codes and keeps them. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });

/** The roles for which the tenant requires a second factor. */
export const secondFactorSchema = z.strictObject({ roles: z.array(loginRoleSchema).check(z.maxLength(8)) });

/** GET /api/v1/admin/second-factor. */
export const secondFactorAnswerSchema = z.object({
  roles: z.array(loginRoleSchema),
  /** True if the organisation's own provider signs people in: it then asks for the second step and reports it. */
  provider: z.boolean(),
  lastUpdated: isoTimeSchema,
});
export type SecondFactorAnswer = z.infer<typeof secondFactorAnswerSchema>;

/** Endpoints of second factors. Loaded with the profile and with user management; part of the table in everyEndpoint.ts. */
export const factorEndpoints = {
  factors: {
    method: 'GET',
    path: '/api/profile/factors',
    needs: 'session',
    cache: 'none',
    answer: factorsSchema,
    fresh: { refetchMs: 5 * minute, staleAfterMs: 15 * minute, retries: 1 },
  },
  /** Returns a secret; the app is not active until a code confirms it. */
  offerTotp: {
    method: 'POST',
    path: '/api/profile/totp/offer',
    needs: 'session',
    proof: true,
    cache: 'none',
    answer: totpOfferSchema,
  },
  /** Replaces an earlier app. The first app also creates recovery codes. */
  confirmTotp: {
    method: 'POST',
    path: '/api/profile/totp',
    needs: 'session',
    cache: 'none',
    body: confirmTotpSchema,
    answer: recoveryCodesSchema,
    timeLimitMs: 20_000,
  },
  removeTotp: {
    method: 'DELETE',
    path: '/api/profile/totp',
    needs: 'session',
    proof: true,
    cache: 'none',
    answer: z.null(),
  },
  /** Creates a new set that replaces the old one. */
  renewRecoveryCodes: {
    method: 'POST',
    path: '/api/profile/recovery-codes',
    needs: 'session',
    proof: true,
    cache: 'none',
    answer: recoveryCodesSchema,
    timeLimitMs: 20_000,
  },
  secondFactor: {
    method: 'GET',
    path: '/api/v1/admin/second-factor',
    needs: 'admin:users',
    cache: 'none',
    answer: secondFactorAnswerSchema,
    fresh: { refetchMs: minute, staleAfterMs: 3 * minute, retries: 1 },
  },
  setSecondFactor: {
    method: 'PUT',
    path: '/api/v1/admin/second-factor',
    needs: 'admin:users',
    proof: true,
    cache: 'none',
    body: secondFactorSchema,
    answer: secondFactorAnswerSchema,
    command: true,
  },
} as const satisfies Record<string, Endpoint>;
