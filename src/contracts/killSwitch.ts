import { countSchema, idSchema, isoTimeSchema } from './primitives.ts';
import { writtenText } from './texts.ts';
import { z } from './zod.ts';

/** The word that has to be typed before the kill switch is pulled (D-23). */
export const stopWord = 'STOP';

/** Why: some words, of a length that a banner can hold. */
export const killReasonSchema = writtenText(3, 280);

/** Where a tenant's kill switch stands. While it is on the platform refuses every change with 423 `read_only_mode`. */
export const killSwitchSchema = z.object({
  active: z.boolean(),
  /** Why it was pulled, or released; empty where it never was. */
  reason: z.string(),
  /** Name of whoever moved it last; empty where nobody ever did. */
  by: z.string(),
  /** Their account's id. Absent: not recorded, or not told (`src/domain/who.ts`). */
  byId: z.optional(idSchema),
  /** When it was moved last, on the platform's own clock: it stands for the rows of no business day. */
  since: z.nullable(isoTimeSchema),
  /** Goes up with every move; 0 where it was never moved. */
  version: countSchema,
});
export type KillSwitch = z.infer<typeof killSwitchSchema>;

/** PUT /api/system/kill-switch. Pulling one that is on already changes nothing and is answered with what is. A release names the pull it ends:
 * one that was decided on before somebody pulled it anew is refused with 409. */
export const killSwitchChangeSchema = z.discriminatedUnion('active', [
  z.object({ active: z.literal(true), confirmation: z.literal(stopWord), reason: killReasonSchema }),
  z.object({ active: z.literal(false), version: countSchema, reason: killReasonSchema }),
]);
export type KillSwitchChange = z.infer<typeof killSwitchChangeSchema>;
