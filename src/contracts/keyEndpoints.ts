import type { Endpoint } from './endpoint.ts';
import { keysResponseSchema } from './keys.ts';

/** Calls about the platform's own keys: rows of the table of calls (everyEndpoint.ts) that come with their screen. Nothing here changes one: that is done by who runs the platform. */
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
