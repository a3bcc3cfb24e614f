import type { Endpoint } from './endpoint.ts';
import { incidentEntrySchema } from './incident.ts';
import { countSchema, isoTimeSchema } from './primitives.ts';
import { z } from './zod.ts';

/** Lines that one page of a timeline has. */
export const timelinePage = 50;

/** Which lines of a timeline: the newest before a place (of all, where none is named), `limit` of them. */
const timelineQuerySchema = z.object({
  before: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))),
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200))),
});

/** GET /api/incidents/{incidentId}/timeline: oldest first, and how many lines the whole has. */
const timelineResponseSchema = z.object({ entries: z.array(incidentEntrySchema), totalCount: countSchema, lastUpdated: isoTimeSchema });

/** The call of a whole timeline: a row of the table of calls (everyEndpoint.ts) that comes with its screen. */
export const incidentEndpoints = {
  incidentTimeline: {
    method: 'GET',
    path: '/api/incidents/{incidentId}/timeline',
    needs: 'view:dashboard',
    cache: 'none',
    query: timelineQuerySchema,
    answer: timelineResponseSchema,
    // Lines are only added: what is held of those before a place is as good as what is there.
    fresh: { staleAfterMs: Number.POSITIVE_INFINITY, retries: 1 },
  },
} as const satisfies Record<string, Endpoint>;
