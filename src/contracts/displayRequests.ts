import { displaySettingsSchema, wallDashboardIdSchema } from './display.ts';
import { countSchema, isoTimeSchema } from './primitives.ts';
import { z } from './zod.ts';

/* What displays and their administrators send. Only the platform reads it: a file of its own, which the console's build leaves out (vite.config.ts). */

/** The code that a wall shows, as people type it: two groups of four letters without vowels, with or without the dash. */
export const userCodeSchema = z.string().check(z.regex(/^[BCDFGHJKLMNPQRSTVWXZ]{4}[- ]?[BCDFGHJKLMNPQRSTVWXZ]{4}$/i));
export const lookUpPairingSchema = z.object({ code: userCodeSchema });
export const approveDisplaySchema = z.object({ ...displaySettingsSchema.shape, code: userCodeSchema });
export const changeDisplaySchema = z.object({ ...displaySettingsSchema.shape, version: countSchema });

/** The ID token of the device grant, exchanged once for the display's cookie. */
export const displaySessionRequestSchema = z.object({ idToken: z.string().check(z.minLength(1), z.maxLength(16_384)) });

/** What a display asks for about itself. It is told in the same breath what it shows: a display has no other call that says anything. */
export const wallQuerySchema = z.object({
  dashboard: z.optional(wallDashboardIdSchema),
  frameAt: z.optional(isoTimeSchema),
  transport: z.optional(z.enum(['sse', 'websocket', 'polling', 'none'])),
  viewport: z.optional(z.string().check(z.regex(/^\d{2,5}x\d{2,5}$/))),
});
