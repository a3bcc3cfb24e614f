import { displaySettingsSchema, wallDashboardIdSchema } from './display.ts';
import { countSchema, isoTimeSchema } from './primitives.ts';
import { z } from './zod.ts';

/*
 * Requests of displays and their administrators. Only the platform reads them: a separate file, which the console's build leaves out
 * (vite.config.ts).
 */

/** The code shown on a display, as people type it: two groups of four letters without vowels, with or without the dash. */
export const userCodeSchema = z.string().check(z.regex(/^[BCDFGHJKLMNPQRSTVWXZ]{4}[- ]?[BCDFGHJKLMNPQRSTVWXZ]{4}$/i));
export const lookUpPairingSchema = z.object({ code: userCodeSchema });
export const approveDisplaySchema = z.object({ ...displaySettingsSchema.shape, code: userCodeSchema });
export const changeDisplaySchema = z.object({ ...displaySettingsSchema.shape, version: countSchema });

/** The ID token of the device grant, exchanged once for the display's cookie. */
export const displaySessionRequestSchema = z.object({ idToken: z.string().check(z.minLength(1), z.maxLength(16_384)) });

/**
 * Query by which a display asks for its settings. It also reports the display's state, because a display makes no other call that could.
 */
export const wallQuerySchema = z.object({
  dashboard: z.optional(wallDashboardIdSchema),
  frameAt: z.optional(isoTimeSchema),
  transport: z.optional(z.enum(['sse', 'websocket', 'polling', 'none'])),
  viewport: z.optional(z.string().check(z.regex(/^\d{2,5}x\d{2,5}$/))),
});
