import type { Endpoint } from './endpoint.ts';
import { z } from './zod.ts';

/**
 * Wrong attempts at a device's app lock as the platform counts them per session (G-5). The device counts too, but its count is under the
 * control of the person at the device. Nothing about the PIN is sent. Part of the table in everyEndpoint.ts.
 */

/** Maximum count; larger ones are not recorded. */
export const maxTriesTold = 1_000_000;

/** Ten wrong attempts end a lock (domain/lock/tries.ts); the device also counts them, offline too. */
export const lockTriesSchema = z.object({ wrong: z.int().check(z.minimum(1), z.maximum(maxTriesTold)) });

/** The device's id for a lock, used for its escrow; unique only per device. */
export const escrowRequestSchema = z.object({ id: z.string().check(z.regex(/^[\w-]{16,64}$/)) });
/** 256-bit keys, base64url, newest first: the first one wraps, the others only unwrap older data. */
export const escrowSchema = z.object({ keys: z.array(z.string().check(z.regex(/^[\w-]{43}$/))) });

export const lockEndpoints = {
  /** Reports one more wrong attempt; `wrong` is the device's count. Answers the larger of both counts. */
  countLockTry: {
    method: 'POST',
    path: '/api/auth/lock-tries',
    needs: 'session',
    cache: 'none',
    inReadOnlyMode: 'open',
    body: lockTriesSchema,
    answer: lockTriesSchema,
  },
  /** Reports a correct attempt: the count restarts. */
  clearLockTries: {
    method: 'DELETE',
    path: '/api/auth/lock-tries',
    needs: 'session',
    cache: 'none',
    inReadOnlyMode: 'open',
    answer: z.null(),
  },
  /** Key for the outbox of a lock that was given up (G-3). Only for its owner after re-authentication. */
  lockEscrow: {
    method: 'POST',
    path: '/api/auth/lock-escrow',
    needs: 'session',
    cache: 'none',
    inReadOnlyMode: 'open',
    proof: true,
    body: escrowRequestSchema,
    answer: escrowSchema,
  },
} as const satisfies Record<string, Endpoint>;
