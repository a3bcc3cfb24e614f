import * as agent from './agent.ts';
import * as deadLetter from './deadLetter.ts';
import type { Endpoint } from './endpoint.ts';
import * as incident from './incident.ts';
import * as overview from './overview.ts';
import { countSchema, idSchema } from './primitives.ts';
import { driftSchema, problemCodeSchema } from './problem.ts';
import { z } from './zod.ts';

/**
 * Commands that can be decided offline: stored on the device, sent by the hub. `about` and `agentName` are only for display on this device
 * and are not sent. What hub, pages and platform know of a kind: `src/domain/commands`.
 */
export const commandSchema = z.discriminatedUnion('kind', [
  z.extend(deadLetter.promoteManySchema, { kind: z.literal('promote') }),
  z.object({ kind: z.literal('acknowledge'), incidentId: idSchema }),
  z.extend(incident.resolveSchema, { kind: z.literal('resolve'), incidentId: idSchema }),
  z.extend(incident.addNoteSchema, { kind: z.literal('note'), incidentId: idSchema }),
  z.extend(incident.raiseSchema, { kind: z.literal('raise'), incidentId: idSchema }),
  z.extend(agent.requestOverrideSchema, { kind: z.literal('requestOverride'), about: z.string() }),
  z.extend(agent.changeOverrideSchema, { kind: z.literal('changeOverride'), overrideId: idSchema }),
  z.extend(agent.decideOverrideSchema, { kind: z.literal('decideOverride'), overrideId: idSchema }),
  z.extend(overview.markNotificationsSchema, { kind: z.literal('markNotifications') }),
  z.extend(agent.changeAgentSchema, { kind: z.literal('changeAgent'), agentId: idSchema, agentName: z.string() }),
]);
export type CommandKind = Command['kind'];
/** The commands of one kind. */
export type CommandOf<Kind extends CommandKind> = Extract<Command, { readonly kind: Kind }>;
export type Command = z.infer<typeof commandSchema>;

const carried = { method: 'POST', cache: 'none', command: true } as const;
const onIncident = { ...carried, needs: 'action:handle_incidents', answer: incident.incidentAnswerSchema } as const;
const onRequest = { ...carried, needs: 'action:request_override', answer: agent.overrideAnswerSchema } as const;
const onLetters = { ...carried, needs: 'action:promote_dlq', answer: deadLetter.promotedSchema } as const;

/** The calls that carry them, one for each kind, two for `promote`; part of the table in endpoints.ts. */
export const commandEndpoints = {
  promoteLetter: { ...onLetters, path: '/api/dlq/{itemId}/promote', body: deadLetter.promoteOneSchema },
  promoteLetters: { ...onLetters, path: '/api/dlq/promote', body: deadLetter.promoteManySchema },
  acknowledgeIncident: { ...onIncident, path: '/api/incidents/{incidentId}/acknowledge', body: incident.acknowledgeSchema },
  resolveIncident: { ...onIncident, path: '/api/incidents/{incidentId}/resolve', body: incident.resolveSchema },
  noteIncident: { ...onIncident, path: '/api/incidents/{incidentId}/notes', body: incident.addNoteSchema },
  raiseIncident: { ...onIncident, path: '/api/incidents/{incidentId}/severity', body: incident.raiseSchema },
  requestOverride: { ...onRequest, path: '/api/ai/overrides', body: agent.requestOverrideSchema },
  changeOverride: { ...onRequest, path: '/api/ai/overrides/{overrideId}', body: agent.changeOverrideSchema },
  decideOverride: {
    ...onRequest,
    path: '/api/ai/overrides/{overrideId}/decision',
    needs: 'action:decide_override',
    body: agent.decideOverrideSchema,
  },
  /** Marks notifications as read or dismissed by the caller; notifications that no longer exist are ignored. */
  markNotifications: {
    ...carried,
    path: '/api/notifications/marks',
    needs: 'view:dashboard',
    body: overview.markNotificationsSchema,
    answer: overview.markedSchema,
  },
  changeAgent: {
    ...carried,
    path: '/api/ai/agents/{agentId}',
    needs: 'action:govern_ai',
    body: agent.changeAgentSchema,
    answer: agent.agentAnswerSchema,
  },
} as const satisfies Record<string, Endpoint & { readonly command: true }>;

/** `pending`: queued or to be retried. `sending`: request in flight. `sent` / `refused`: final, answered by the platform. */
export const outboxStates = ['pending', 'sending', 'sent', 'refused'] as const;
export type OutboxState = (typeof outboxStates)[number];

/** A command and its state, as stored on the device. Times are epoch milliseconds on the server's clock. */
export const outboxItemSchema = z.object({
  /** Position in the order of decisions; assigned by the store. */
  place: countSchema,
  /** The idempotency key: the same for every attempt. */
  key: z.string().check(z.regex(/^[\w.:-]{16,128}$/)),
  /** Groups the commands of one user action that was split because of the request size limit. */
  decision: z.string().check(z.maxLength(128)),
  command: commandSchema,
  state: z.enum(outboxStates),
  decidedAt: z.number(),
  /**
   * The platform's newest `X-Platform-Word` on this device at the decision (D-56); absent if there was none, and in rows stored by older
   * builds.
   */
  word: z.optional(z.string().check(z.maxLength(128))),
  /** Number of attempts started. */
  attempts: countSchema,
  /** An attempt ended without an answer: the command may have taken effect; a retry with the same key finds out. */
  maybeDone: z.boolean(),
  /** After a failure of this command alone: earliest time of the next attempt. */
  notBefore: z.nullable(z.number()),
  /** Why the last attempt failed or the platform refused. */
  problem: z.nullable(z.object({ code: problemCodeSchema, message: z.string(), drifted: z.optional(z.array(driftSchema)) })),
  settledAt: z.nullable(z.number()),
});
export type OutboxItem = z.infer<typeof outboxItemSchema>;
