import { countSchema, idSchema, isoTimeSchema } from '../primitives.ts';
import { z } from '../zod.ts';

/** The documents' topics (C-76) and the control topic that reaches every subscription (D-14). */
export const topics = ['kpis', 'verifications', 'pipeline', 'health'] as const;
/** `system` is the control topic, which every subscription includes. */
export const topicSchema = z.enum([...topics, 'system']);
export type Topic = z.infer<typeof topicSchema>;

/**
 * A realtime event (core document, section 3). The topic is the first dot-separated part of `type` (C-39).
 *
 * Types in use: `kpis.updated` (data: KpiResponse, resourceId 'kpis'), `verifications.appended` (data: Verification), `pipeline.stage`
 * (data: PipelineStage), `pipeline.dead_letter` (data: DeadLetter, or `{itemId, removed: true}`), `health.component` (data:
 * HealthComponent), `system.kill_switch` (data: KillSwitch), `system.role_changed`, `system.revoked`, `system.display_changed`
 * (resourceId: the display), `system.minimum_build`, `system.keys` (resourceId: the key that was rotated, retired or withdrawn; data:
 * `{act, kid}`), `system.notice` (activity, notifications, incidents or the governance of agents changed: refetch).
 */
export const realtimeEventSchema = z.object({
  type: z.string().check(z.regex(/^[a-z]+(\.[a-z_]+)+$/), z.maxLength(80)),
  tenantId: idSchema,
  resourceId: idSchema,
  version: countSchema,
  ts: isoTimeSchema,
  correlationId: z.string().check(z.maxLength(128)),
  data: z.record(z.string(), z.unknown()),
});

/** An event as the console accepts it from any platform: the documents' fields, and optionally ours. */
export const heardFrameSchema = z.extend(realtimeEventSchema, {
  /**
   * Our own field. Absent, as in the documents' events: the event has no position in the log. Only its version is compared (D-13); it
   * moves no cursor, reveals no gap and comes only once; if it could not be stored, its resource is refetched.
   */
  seq: z.optional(countSchema),
  /** Absent beside a `seq`: the predecessor is unknown, so a gap before this event cannot be detected. Meaningless without `seq`. */
  prev: z.optional(countSchema),
});
export type HeardFrame = z.infer<typeof heardFrameSchema>;

/**
 * An event as our platform sends it, on every transport: `seq` is the tenant's gap-free number; `prev` is the seq of the previous event
 * on the same topic (0 for the first), so that topic and permission filters cause no false gaps (D-14). Its schema is in `frame.ts`.
 */
export type EventFrame = HeardFrame & { seq: number; prev: number };

/** Newest seq of each topic that the subscription may see. */
export const topicSeqsSchema = z.partialRecord(topicSchema, countSchema);
export type TopicSeqs = z.infer<typeof topicSeqsSchema>;
