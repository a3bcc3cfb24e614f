import type { Endpoint } from './endpoint.ts';
import { totpCodeSchema } from './factors.ts';
import { passwordSchema } from './identity.ts';
import { assertionSchema, passkeyRequestSchema } from './passkey.ts';
import { isoTimeSchema } from './primitives.ts';
import { sessionRequestSchema } from './session.ts';
import { z } from './zod.ts';

/**
 * Proving again who one is (re-authentication, ASVS 7.5; issue 17, point 25): what can take an account over, or let somebody in, is done only by a session whose owner has proved who they are
 * within five minutes. The sign-in is such a proof.
 */

/** How long a proof counts, milliseconds. */
export const proofHoldsMs = 5 * 60_000;

/** POST /api/auth/proof/options: by what the caller can prove who they are. The platform notes when it was asked: a provider must have asked its person after that. */
export const proofOptionsSchema = z.object({
  password: z.boolean(),
  /** By a code of their authenticator app. */
  code: z.boolean(),
  /** What the browser asks a passkey by; null where the account has none. */
  passkey: z.nullable(passkeyRequestSchema),
  /** By a sign-in at the organisation's own provider, that asks anew. */
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

/** Until when it counts. The session goes on under a new token. */
export const provedSchema = z.object({ until: isoTimeSchema });

/** The calls of it: rows of the table of calls (everyEndpoint.ts) that come with what asks for a proof. */
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
