import { changeAgentSchema, changeOverrideSchema, decideOverrideSchema, requestOverrideSchema } from './agent.ts';
import { letterRefSchema, mostPromoted } from './deadLetter.ts';
import { addNoteSchema, raiseSchema, resolveSchema } from './incident.ts';
import { markNotificationsSchema } from './overview.ts';
import { countSchema, idSchema } from './primitives.ts';
import { driftSchema, problemCodeSchema } from './problem.ts';
import { z } from './zod.ts';

/**
 * What a person may decide without the network: kept on the device, sent by the hub. One kind per call of the endpoint table. `about` and
 * `agentName` are for words only: they say on this device what was decided about, and are not sent.
 */
export const commandSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('promote'), items: z.array(letterRefSchema).check(z.minLength(1), z.maxLength(mostPromoted)) }),
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

/** `pending` has not left, or will be sent again; `sending` is on its way; the other two are the platform's word. */
export const outboxStates = ['pending', 'sending', 'sent', 'refused'] as const;
export type OutboxState = (typeof outboxStates)[number];

/** A command with where it stands, as stored on the device. Times are epoch milliseconds on the server's clock. */
export const outboxItemSchema = z.object({
  /** Place in the order in which people decided; given by the store. */
  place: countSchema,
  /** The idempotency key: the same for every sending. */
  key: z.string().check(z.regex(/^[\w.:-]{16,128}$/)),
  /** What one decision is sent in parts under (a selection larger than a request may be). */
  decision: z.string().check(z.maxLength(128)),
  command: commandSchema,
  state: z.enum(outboxStates),
  decidedAt: z.number(),
  /** The platform's newest word to this device when it was decided (D-56); absent where there was none, and in what an older build has kept. */
  word: z.optional(z.string().check(z.maxLength(128))),
  /** Sendings begun. */
  attempts: countSchema,
  /** A sending ended without a word from the platform: it may have taken effect, and only the same key tells. */
  maybeDone: z.boolean(),
  /** After a failure that concerns this command alone: not sent again before. */
  notBefore: z.nullable(z.number()),
  /** Why the last sending failed, or why the platform refused. */
  problem: z.nullable(z.object({ code: problemCodeSchema, message: z.string(), drifted: z.optional(z.array(driftSchema)) })),
  settledAt: z.nullable(z.number()),
});
export type OutboxItem = z.infer<typeof outboxItemSchema>;
