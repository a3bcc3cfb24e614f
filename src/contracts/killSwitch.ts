import { countSchema, idSchema, isoTimeSchema } from './primitives.ts';
import { writtenText } from './texts.ts';
import { z } from './zod.ts';

/** Word to type before the kill switch is pulled (D-23). */
export const stopWord = 'STOP';

/** The reason, short enough for a banner. */
export const killReasonSchema = writtenText(3, 280);

/** State of a tenant's kill switch. While active the platform refuses every change with 423 `read_only_mode`. */
export const killSwitchSchema = z.object({
  active: z.boolean(),
  /** Why it was pulled or released; empty if it was never used. */
  reason: z.string(),
  /** Name of the person who last pulled or released it; empty if it was never used. */
  by: z.string(),
  /** Account id of `by`. Absent: not recorded or not provided (`src/domain/accounts/who.ts`). */
  byId: z.optional(idSchema),
  /** When it was last pulled or released, on the platform's real clock, not the business clock. */
  since: z.nullable(isoTimeSchema),
  /** Increases with every change; 0 if it was never used. */
  version: countSchema,
});
export type KillSwitch = z.infer<typeof killSwitchSchema>;

/**
 * PUT /api/system/kill-switch. Pulling an active switch changes nothing and returns the current state. A release names the version of the
 * pull it ends: if the switch was pulled again meanwhile, the release is refused with 409.
 */
export const killSwitchChangeSchema = z.discriminatedUnion('active', [
  z.object({ active: z.literal(true), confirmation: z.literal(stopWord), reason: killReasonSchema }),
  z.object({ active: z.literal(false), version: countSchema, reason: killReasonSchema }),
]);
