import { outerLinkSchema } from './links.ts';
import { countSchema, idSchema, isoTimeSchema, textSchema, versionSchema } from './primitives.ts';
import { writtenText } from './texts.ts';
import { z } from './zod.ts';

/** Maximum note length, characters. */
export const longestNote = 1000;
/** Text that a person writes about an incident. */
export const incidentNoteSchema = writtenText(1, longestNote);

export const severitySchema = z.enum(['sev1', 'sev2', 'sev3']);

/** One line of an incident's timeline. `by` is empty for the platform's own acts. */
export const incidentEntrySchema = z.object({
  place: countSchema,
  /** When the platform received it. */
  at: isoTimeSchema,
  /** When it was decided on the device (D-56); absent if the device did not say, and for the platform's own acts. */
  decidedAt: z.optional(isoTimeSchema),
  kind: z.enum(['opened', 'acknowledged', 'note', 'resolved']),
  by: z.string(),
  /** Account id of `by`. Absent: the platform itself if `by` is empty, otherwise not recorded or not provided (`src/domain/accounts/who.ts`). */
  byId: z.optional(idSchema),
  text: textSchema,
  /** On a resolution: the conditions that still held, and why it was resolved anyway. Absent if none held. */
  stillHeld: z.optional(z.array(z.string())),
  despite: z.optional(textSchema),
  /**
   * The severity that this line raised the incident to; absent on all other lines. Its `kind` is `note`, so that older builds show it
   * with its reason.
   */
  severity: z.optional(severitySchema),
});
export type IncidentEntry = z.infer<typeof incidentEntrySchema>;

/** An incident (core document, section 3): active until `resolvedAt` is set. The person who acknowledged it is handling it. */
export const incidentSchema = z.object({
  id: idSchema,
  severity: severitySchema,
  title: textSchema,
  description: textSchema,
  runbookUrl: z.optional(outerLinkSchema),
  createdAt: isoTimeSchema,
  /** When and by whom it was acknowledged. Absent: no acknowledgement is known. */
  acknowledgedAt: z.optional(isoTimeSchema),
  acknowledgedBy: z.optional(z.string()),
  /** Account id of the acknowledger. Absent: not recorded or not provided (`src/domain/accounts/who.ts`). */
  acknowledgedById: z.optional(idSchema),
  resolvedAt: z.optional(isoTimeSchema),
  affectedServices: z.array(z.string()),
  /** The condition for which the platform opened it, from its severity table (`src/domain/operations/severity.ts`); absent on other incidents. */
  cause: z.optional(z.string()),
  /**
   * Oldest first: the newest lines, and the line that resolved it. Places count from 1 without gaps, so the newest place is the total;
   * missing lines come from the incident's timeline endpoint (incidentEndpoints.ts). Absent in rows stored by older builds and in the
   * documents' shape: the history is unknown, not empty.
   */
  timeline: z.optional(z.array(incidentEntrySchema)),
  version: versionSchema,
});
export type Incident = z.infer<typeof incidentSchema>;

/** Number of newest incidents, and of most recently resolved ones, that an answer lists. */
export const newestIncidents = 200;
/** GET /api/incidents, newest first: every open incident regardless of age, the newest ones, and the most recently resolved ones. */
export const incidentsResponseSchema = z.object({
  incidents: z.array(incidentSchema),
  totalCount: countSchema,
  lastUpdated: isoTimeSchema,
});

/** POST /api/incidents/{id}/acknowledge: no body members needed. */
export const acknowledgeSchema = z.object({});
/** POST /api/incidents/{id}/resolve: what ended it, and, if a condition of its opening still holds, why it is over anyway. */
export const resolveSchema = z.object({ note: incidentNoteSchema, despite: z.optional(incidentNoteSchema) });
/** POST /api/incidents/{id}/notes. */
export const addNoteSchema = z.object({ text: incidentNoteSchema });
/** POST /api/incidents/{id}/severity: the new severity and the reason. */
export const raiseSchema = z.object({ severity: severitySchema, note: incidentNoteSchema });
/** Answer of all four calls: the incident after the change. */
export const incidentAnswerSchema = z.object({ incident: incidentSchema });
