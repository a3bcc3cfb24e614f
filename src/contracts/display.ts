import { countSchema, idSchema, isoTimeSchema } from './primitives.ts';
import { writtenLine } from './texts.ts';
import { z } from './zod.ts';

/** Dashboards that a display can show, in menu order (K-10). Titles and resources: domain/wall/dashboards.ts. */
export const wallDashboardIds = ['operations', 'health', 'incidents', 'portfolios', 'payments', 'schools'] as const;
export const wallDashboardIdSchema = z.enum(wallDashboardIds);
export type WallDashboardId = z.infer<typeof wallDashboardIdSchema>;

/** A wall follows no system setting: it is dark or light. */
export const wallThemeSchema = z.enum(['dark', 'light']);
export type WallTheme = z.infer<typeof wallThemeSchema>;

/** Minimum severity at which an unacknowledged incident interrupts the rotation; `none`: never. */
export const wallInterruptSchema = z.enum(['none', 'sev1', 'sev2', 'sev3']);
export type WallInterrupt = z.infer<typeof wallInterruptSchema>;
/** Default if none is set. */
export const usualInterrupt: WallInterrupt = 'sev1';

/** Time that one dashboard stays, seconds: long enough to read, short enough for the others to have their turn. */
export const dwellLimitsS = { least: 5, most: 600, usual: 20 } as const;

/** Settings that an administrator makes for a display. */
export const displaySettingsSchema = z.object({
  name: writtenLine(1, 60),
  /** Each dashboard at most once, in rotation order. */
  playlist: z.array(wallDashboardIdSchema).check(
    z.minLength(1),
    z.maxLength(wallDashboardIds.length),
    z.refine((ids) => new Set(ids).size === ids.length),
  ),
  dwellS: z.int().check(z.gte(dwellLimitsS.least), z.lte(dwellLimitsS.most)),
  theme: wallThemeSchema,
  /** Absent from older builds. Default: `usualInterrupt`, or the value already set. */
  interruptFrom: z.optional(wallInterruptSchema),
});
export type DisplaySettings = z.infer<typeof displaySettingsSchema>;

/** A paired display as shown on `/system/displays`. What the display reports about itself is as of `seenAt`. */
export const displaySchema = z.object({
  ...displaySettingsSchema.shape,
  name: z.string(), // looser than `writtenLine`: names given before the one-line rule are still shown
  displayId: idSchema,
  version: countSchema,
  /** Browser and operating system: 'Chrome on Linux'. */
  device: z.string(),
  approvedAt: isoTimeSchema,
  approvedBy: z.string(),
  /** The approving administrator's account id. Absent: not recorded or not provided (`src/domain/accounts/who.ts`). */
  approvedById: z.optional(idSchema),
  /** The build it runs; null until reported. */
  build: z.nullable(z.string()),
  /** Time and dashboard of the last frame it drew. */
  frame: z.nullable(z.object({ at: isoTimeSchema, dashboard: wallDashboardIdSchema })),
  /** When it last called; null until its session started. */
  seenAt: z.nullable(isoTimeSchema),
  /** How events reach it: `sse`, `websocket`, `polling`, or `none` while disconnected. */
  transport: z.nullable(z.string()),
  /** CSS pixels: '1920x1080'. */
  viewport: z.nullable(z.string()),
});
export type Display = z.infer<typeof displaySchema>;
export const displaysResponseSchema = z.object({ displays: z.array(displaySchema), lastUpdated: isoTimeSchema });

/**
 * The device that asks to be paired: shown before approval, so that an administrator does not approve a code that an attacker sent them
 * (RFC 8628, 5.4).
 */
export const pairingSchema = z.object({ device: z.string(), address: z.string(), expiresAt: isoTimeSchema });
export type Pairing = z.infer<typeof pairingSchema>;

/** What a display is told about itself. */
export const wallSchema = z.object({ ...displaySettingsSchema.shape, name: z.string(), displayId: idSchema, version: countSchema });
