import { changeAgentSchema, changeOverrideSchema, decideOverrideSchema, requestOverrideSchema } from './agent.ts';
import { letterRefSchema, maxPromoted } from './deadLetter.ts';
import { addNoteSchema, raiseSchema, resolveSchema } from './incident.ts';
import { markNotificationsSchema } from './overview.ts';
import { countSchema, idSchema } from './primitives.ts';
import { driftSchema, problemCodeSchema } from './problem.ts';
import { z } from './zod.ts';

/**
 * Commands that can be decided offline: stored on the device, sent by the hub. One kind per endpoint. `about` and `agentName` are only
 * for display on this device and are not sent.
 */
export const commandSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('promote'), items: z.array(letterRefSchema).check(z.minLength(1), z.maxLength(maxPromoted)) }),
  z.object({ kind: z.literal('acknowledge'), incidentId: idSchema }),
  z.extend(resolveSchema, { kind: z.literal('resolve'), incidentId: idSchema }),
  z.extend(addNoteSchema, { kind: z.literal('note'), incidentId: idSchema }),
  z.extend(raiseSchema, { kind: z.literal('raise'), incidentId: idSchema }),
  z.extend(requestOverrideSchema, { kind: z.literal('requestOverride'), about: z.string() }),
  z.extend(changeOverrideSchema, { kind: z.literal('changeOverride'), overrideId: idSchema }),
  z.extend(decideOverrideSchema, { kind: z.literal('decideOverride'), overrideId: idSchema }),
  z.extend(markNotificationsSchema, { kind: z.literal('markNotifications') }),
  z.extend(changeAgentSchema, { kind: z.literal('changeAgent'), agentId: idSchema, agentName: z.string() }),
]);
export type CommandKind = Command['kind'];
/** The commands of one kind. */
export type CommandOf<Kind extends CommandKind> = Extract<Command, { readonly kind: Kind }>;
export type Command = z.infer<typeof commandSchema>;

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
