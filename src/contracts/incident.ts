import { countSchema, idSchema, isoTimeSchema, textSchema } from './primitives.ts';
import { z } from './zod.ts';

/** An incident (core document, section 3): active until `resolvedAt` is there. */
export const incidentSchema = z.object({
  id: idSchema,
  severity: z.enum(['sev1', 'sev2', 'sev3']),
  title: textSchema,
  description: textSchema,
  runbookUrl: z.optional(z.url()),
  createdAt: isoTimeSchema,
  resolvedAt: z.optional(isoTimeSchema),
  affectedServices: z.array(z.string()),
  version: countSchema,
});
export type Incident = z.infer<typeof incidentSchema>;

/** GET /api/incidents: newest first. */
export const incidentsResponseSchema = z.object({
  incidents: z.array(incidentSchema),
  totalCount: countSchema,
  lastUpdated: isoTimeSchema,
});
export type IncidentsResponse = z.infer<typeof incidentsResponseSchema>;
