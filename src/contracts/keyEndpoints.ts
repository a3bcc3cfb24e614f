import type { Endpoint } from './endpoint.ts';
import { keysResponseSchema } from './keys.ts';

/**
 * Endpoints of the platform's own keys. Loaded with their screen; part of the table in everyEndpoint.ts. Read-only: keys are changed by
 * the platform's operator.
 */
export const keyEndpoints = {
  keys: {
    method: 'GET',
    path: '/api/keys',
    needs: 'admin:users',
    cache: 'none',
    answer: keysResponseSchema,
    fresh: { refetchMs: 60_000, staleAfterMs: 180_000, retries: 2 },
  },
} as const satisfies Record<string, Endpoint>;
