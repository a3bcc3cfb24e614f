import { outerLinkSchema } from './links.ts';
import { countSchema, idSchema, isoTimeSchema, textSchema, versionSchema } from './primitives.ts';
import { writtenText } from './texts.ts';
import { z } from './zod.ts';

/** Longest note, characters. */
export const longestNote = 1000;
/** What a person writes about an incident. */
export const incidentNoteSchema = writtenText(1, longestNote);

export const severitySchema = z.enum(['sev1', 'sev2', 'sev3']);

/** One line of an incident's timeline. `by` is empty where the platform itself did it. */
export const incidentEntrySchema = z.object({
  place: countSchema,
  /** When the platform received it. */
  at: isoTimeSchema,
  /** When it was decided on the device (D-56); absent where nobody told, and for the platform's own acts. */
  decidedAt: z.optional(isoTimeSchema),
  kind: z.enum(['opened', 'acknowledged', 'note', 'resolved']),
  by: z.string(),
  /** Their account's id. Absent: the platform itself where `by` is empty, else not recorded, or not told (`src/domain/who.ts`). */
  byId: z.optional(idSchema),
  text: textSchema,
  /** Of a resolution: what still held then, and why it was resolved all the same. Absent where nothing did. */
  stillHeld: z.optional(z.array(z.string())),
  despite: z.optional(textSchema),
  /** What this line raised the severity to; absent in every other. It comes as a note, so that an older build shows it with its reason. */
  severity: z.optional(severitySchema),
});
export type IncidentEntry = z.infer<typeof incidentEntrySchema>;

/** An incident (core document, section 3): active until `resolvedAt` is there. Whoever acknowledged it has taken it up. */
export const incidentSchema = z.object({
  id: idSchema,
  severity: severitySchema,
  title: textSchema,
  description: textSchema,
  runbookUrl: z.optional(outerLinkSchema),
  createdAt: isoTimeSchema,
  /** When and by whom it was taken up. Absent: by nobody that is known of. */
  acknowledgedAt: z.optional(isoTimeSchema),
  acknowledgedBy: z.optional(z.string()),
  /** Their account's id. Absent: not recorded, or not told (`src/domain/who.ts`). */
  acknowledgedById: z.optional(idSchema),
  resolvedAt: z.optional(isoTimeSchema),
  affectedServices: z.array(z.string()),
  /** What the platform opened it for, by its table of severities (`src/domain/severity.ts`); absent where it did not. */
  cause: z.optional(z.string()),
  /** Oldest first: the newest lines, and the one that it was resolved by. Places count from 1 without a hole, so the newest one's is how many there are, and what is missing before another is
   * given at the incident's own address (incidentEndpoints.ts). Absent in rows that an older build has kept, and from the documents' own shape: its history is not told, which is not that nothing happened. */
  timeline: z.optional(z.array(incidentEntrySchema)),
  version: versionSchema,
});
export type Incident = z.infer<typeof incidentSchema>;

/** How many of the newest an answer lists, and how many of those that were resolved last. */
export const newestIncidents = 200;
/** GET /api/incidents: newest first; every one that is open, however old it is, the newest, and those that were resolved last. */
export const incidentsResponseSchema = z.object({
  incidents: z.array(incidentSchema),
  totalCount: countSchema,
  lastUpdated: isoTimeSchema,
});
export type IncidentsResponse = z.infer<typeof incidentsResponseSchema>;

/** POST /api/incidents/{id}/acknowledge: the address says all. */
export const acknowledgeSchema = z.object({});
/** POST /api/incidents/{id}/resolve: what ended it, and why it is over although something that it was opened for still holds. */
export const resolveSchema = z.object({ note: incidentNoteSchema, despite: z.optional(incidentNoteSchema) });
/** POST /api/incidents/{id}/notes. */
export const addNoteSchema = z.object({ text: incidentNoteSchema });
/** POST /api/incidents/{id}/severity: what it is raised to, and why. */
export const raiseSchema = z.object({ severity: severitySchema, note: incidentNoteSchema });
/** What the four answer: the incident as it is now. */
export const incidentAnswerSchema = z.object({ incident: incidentSchema });
