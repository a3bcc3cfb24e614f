import type { Endpoint } from './endpoint.ts';
import { incidentEntrySchema } from './incident.ts';
import { countSchema, isoTimeSchema } from './primitives.ts';
import { z } from './zod.ts';

/** Lines per page of a timeline. */
export const timelinePage = 50;

/** Page of a timeline: the newest `limit` lines before a place, or the newest of all without `before`. */
const timelineQuerySchema = z.object({
  before: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))),
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200))),
});

/** GET /api/incidents/{incidentId}/timeline: oldest first, with the total number of lines. */
const timelineResponseSchema = z.object({ entries: z.array(incidentEntrySchema), totalCount: countSchema, lastUpdated: isoTimeSchema });

/** Endpoint of the whole timeline. Loaded with its screen; part of the table in everyEndpoint.ts. */
export const incidentEndpoints = {
  incidentTimeline: {
    method: 'GET',
    path: '/api/incidents/{incidentId}/timeline',
    needs: 'view:dashboard',
    cache: 'none',
    query: timelineQuerySchema,
    answer: timelineResponseSchema,
    // Lines are append-only, so a cached page before a place never becomes stale.
    fresh: { staleAfterMs: Number.POSITIVE_INFINITY, retries: 1 },
  },
} as const satisfies Record<string, Endpoint>;
