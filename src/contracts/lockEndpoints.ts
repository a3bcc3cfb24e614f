import type { Endpoint } from './endpoint.ts';
import { z } from './zod.ts';

/**
 * The wrong tries at a device's app lock as the platform counts them over a session (G-5): beside the device's own count, which lies in the hands of whoever sits before it. Nothing of the PIN is told.
 * Rows of the table of calls (everyEndpoint.ts) that only the hub makes.
 */

/** Ten wrong tries end a lock (domain/lock/tries.ts); the device counts them too, also while the platform is away. */
export const lockTriesSchema = z.object({ wrong: z.int().check(z.minimum(1), z.maximum(1_000_000)) });

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
} as const satisfies Record<string, Endpoint>;
