import type { Endpoint } from './endpoint.ts';
import { countSchema, isoTimeSchema } from './primitives.ts';
import { loginRoleSchema } from './access.ts';
import { z } from './zod.ts';

/** The second step at sign-in (issue 17, point 25): an authenticator app (RFC 6238), the recovery codes that stand in for it, and of whom a tenant asks for a second factor. */

const minute = 60_000;

/** Six digits, as an authenticator app shows them; between them nothing, or one space. */
export const totpCodeSchema = z.string().check(z.regex(/^\d{3} ?\d{3}$/));

/** An account's authenticator app: never its secret. */
export const heldTotpSchema = z.object({ since: isoTimeSchema, lastUsed: z.nullable(isoTimeSchema) });
export type HeldTotp = z.infer<typeof heldTotpSchema>;

/** GET /api/profile/factors. */
export const factorsSchema = z.object({
  /** Null where none is set up. */
  totp: z.nullable(heldTotpSchema),
  /** Recovery codes that are not used up. */
  recoveryCodes: countSchema,
  /** Whether a tenant of theirs asks for a second factor. */
  required: z.boolean(),
  /** False where people sign in at a provider of somebody else's, who asks for a second step, or not. */
  available: z.boolean(),
  lastUpdated: isoTimeSchema,
});
export type Factors = z.infer<typeof factorsSchema>;

/** What an app is set up by: the secret in base32, and the same as an address that apps open. Good for ten minutes, and for this session alone. */
export const totpOfferSchema = z.object({
  secret: z.string().check(z.regex(/^[A-Z2-7]{32}$/)),
  address: z.string().check(z.startsWith('otpauth://totp/')),
});
export type TotpOffer = z.infer<typeof totpOfferSchema>;

export const confirmTotpSchema = z.strictObject({ code: totpCodeSchema });

/** Recovery codes, shown this once. None where the account had some and keeps them. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });

/** Of which roles the tenant asks for a second factor. */
export const secondFactorSchema = z.strictObject({ roles: z.array(loginRoleSchema).check(z.maxLength(8)) });
export type SecondFactor = z.infer<typeof secondFactorSchema>;

/** GET /api/v1/admin/second-factor. */
export const secondFactorAnswerSchema = z.object({
  roles: z.array(loginRoleSchema),
  /** Whether the organisation's own provider signs people in: it asks for the second step then, and says so. */
  provider: z.boolean(),
  lastUpdated: isoTimeSchema,
});
export type SecondFactorAnswer = z.infer<typeof secondFactorAnswerSchema>;

/** The calls of it: rows of the table of calls (everyEndpoint.ts) that come with the profile and with user management. */
export const factorEndpoints = {
  factors: {
    method: 'GET',
    path: '/api/profile/factors',
    needs: 'session',
    cache: 'none',
    answer: factorsSchema,
    fresh: { refetchMs: 5 * minute, staleAfterMs: 15 * minute, retries: 1 },
  },
  /** Shows a secret; nothing is in use before a code confirms it. */
  offerTotp: {
    method: 'POST',
    path: '/api/profile/totp/offer',
    needs: 'session',
    proof: true,
    cache: 'none',
    answer: totpOfferSchema,
  },
  /** In place of the app before, if there was one. The first brings recovery codes. */
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
  /** A new set, in place of the one before. */
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
