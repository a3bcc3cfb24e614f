import { letterRefSchema, mostPromoted } from './deadLetter.ts';
import { countSchema } from './primitives.ts';
import { driftSchema, problemCodeSchema } from './problem.ts';
import { z } from './zod.ts';

/** What a person may decide without the network: kept on the device, sent by the hub. One kind per call of the endpoint table. */
export const commandSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('promote'), items: z.array(letterRefSchema).check(z.minLength(1), z.maxLength(mostPromoted)) }),
]);
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
