import type { Endpoint } from './endpoint.ts';
import { z } from './zod.ts';

/**
 * The wrong tries at a device's app lock as the platform counts them over a session (G-5): beside the device's own count, which lies in the hands of whoever sits before it. Nothing of the PIN is told.
 * Rows of the table of calls (everyEndpoint.ts).
 */

/** Beyond it nobody counts. */
export const mostTriesTold = 1_000_000;

/** Ten wrong tries end a lock (domain/lock/tries.ts); the device counts them too, also while the platform is away. */
export const lockTriesSchema = z.object({ wrong: z.int().check(z.minimum(1), z.maximum(mostTriesTold)) });

/** The name that a device gives a lock, for its escrow: whatever it is, it is this device's own. */
export const escrowRequestSchema = z.object({ id: z.string().check(z.regex(/^[\w-]{16,64}$/)) });
/** Keys of 256 bits, base64url: the newest first, by which is wrapped, then those that still open what was wrapped before. */
export const escrowSchema = z.object({ keys: z.array(z.string().check(z.regex(/^[\w-]{43}$/))) });

export const lockEndpoints = {
  /** One more wrong try; `wrong` is how many there were by the device's count. Answers how many by the larger of both counts. */
  countLockTry: {
    method: 'POST',
    path: '/api/auth/lock-tries',
    needs: 'session',
    cache: 'none',
    inReadOnlyMode: 'open',
    body: lockTriesSchema,
    answer: lockTriesSchema,
  },
  /** A right one: the count begins anew. */
  clearLockTries: {
    method: 'DELETE',
    path: '/api/auth/lock-tries',
    needs: 'session',
    cache: 'none',
    inReadOnlyMode: 'open',
    answer: z.null(),
  },
  /** What the outbox of a lock that was given up is opened by (G-3). Only its owner is told, who has proved that it is them. */
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
