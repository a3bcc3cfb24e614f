import type { Endpoint } from './endpoint.ts';
import { totpCodeSchema } from './factors.ts';
import { passwordSchema } from './identity.ts';
import { assertionSchema, passkeyRequestSchema } from './passkey.ts';
import { isoTimeSchema } from './primitives.ts';
import { sessionRequestSchema } from './session.ts';
import { z } from './zod.ts';

/**
 * Re-authentication (ASVS 7.5; issue 17, point 25): acts that can take over an account or let somebody in need a session whose owner
 * proved their identity within the last five minutes. A sign-in counts as such a proof.
 */

/** How long a proof is valid, milliseconds. */
export const proofHoldsMs = 5 * 60_000;

/**
 * POST /api/auth/proof/options: the ways in which the caller can re-authenticate. The platform stores the time of this request: an
 * external provider's proof must be newer.
 */
export const proofOptionsSchema = z.object({
  password: z.boolean(),
  /** By a code of the authenticator app. */
  code: z.boolean(),
  /** Request options for a passkey; null if the account has none. */
  passkey: z.nullable(passkeyRequestSchema),
  /** By a sign-in at the organisation's own provider that asks for credentials again. */
  provider: z.boolean(),
});
export type ProofOptions = z.infer<typeof proofOptionsSchema>;

/** POST /api/auth/proof. */
export const proofSchema = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('password'), password: passwordSchema }),
  z.strictObject({ by: z.literal('code'), code: totpCodeSchema }),
  z.strictObject({ by: z.literal('passkey'), assertion: assertionSchema }),
  z.strictObject({ by: z.literal('provider'), signIn: sessionRequestSchema }),
]);
export type Proof = z.infer<typeof proofSchema>;

/** End of the proof's validity. The session continues under a new token. */
export const provedSchema = z.object({ until: isoTimeSchema });

/** Endpoints of re-authentication. Loaded with the code that asks for a proof; part of the table in everyEndpoint.ts. */
export const reauthenticationEndpoints = {
  proofOptions: {
    method: 'POST',
    path: '/api/auth/proof/options',
    needs: 'session',
    cache: 'none',
    inReadOnlyMode: 'open',
    answer: proofOptionsSchema,
  },
  proveAgain: {
    method: 'POST',
    path: '/api/auth/proof',
    needs: 'session',
    cache: 'none',
    inReadOnlyMode: 'open',
    body: proofSchema,
    answer: provedSchema,
    timeLimitMs: 20_000,
  },
} as const satisfies Record<string, Endpoint>;
