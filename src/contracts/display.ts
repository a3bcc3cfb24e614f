import { countSchema, idSchema, isoTimeSchema } from './primitives.ts';
import { writtenLine } from './texts.ts';
import { z } from './zod.ts';

/** What a wall display can show, in the order in which it is offered (K-10). Titles and reads: domain/wall/dashboards.ts. */
export const wallDashboardIds = ['operations', 'health', 'incidents', 'portfolios', 'payments', 'schools'] as const;
export const wallDashboardIdSchema = z.enum(wallDashboardIds);
export type WallDashboardId = z.infer<typeof wallDashboardIdSchema>;

export const wallThemeSchema = z.enum(['dark', 'light']);
export type WallTheme = z.infer<typeof wallThemeSchema>;

/** From which severity on an incident that nobody has taken up interrupts the rotation: that and what is graver; `none` does not. */
export const wallInterruptSchema = z.enum(['none', 'sev1', 'sev2', 'sev3']);
export type WallInterrupt = z.infer<typeof wallInterruptSchema>;
/** What it is where nobody said. */
export const usualInterrupt: WallInterrupt = 'sev1';

/** Shortest and longest time one dashboard stays, seconds: long enough to be read, short enough that the others come. */
export const dwellLimitsS = { least: 5, most: 600, usual: 20 } as const;

/** What an administrator decides about a display. */
export const displaySettingsSchema = z.object({
  name: writtenLine(1, 60),
  /** Each dashboard once, in the order of rotation. */
  playlist: z.array(wallDashboardIdSchema).check(
    z.minLength(1),
    z.maxLength(wallDashboardIds.length),
    z.refine((ids) => new Set(ids).size === ids.length),
  ),
  dwellS: z.int().check(z.gte(dwellLimitsS.least), z.lte(dwellLimitsS.most)),
  theme: wallThemeSchema,
  /** Absent where an older build sends or answers it: `usualInterrupt`, or what it is already. */
  interruptFrom: z.optional(wallInterruptSchema),
});
export type DisplaySettings = z.infer<typeof displaySettingsSchema>;

/** A paired display as `/system/displays` shows it. What it says of itself is as old as `seenAt`. */
export const displaySchema = z.object({
  ...displaySettingsSchema.shape,
  name: z.string(), // one that was given before names were asked for one line is shown all the same
  displayId: idSchema,
  version: countSchema,
  /** Browser and system in words: 'Chrome on Linux'. */
  device: z.string(),
  approvedAt: isoTimeSchema,
  approvedBy: z.string(),
  /** The administrator's account. Absent: not recorded, or not told (`src/domain/who.ts`). */
  approvedById: z.optional(idSchema),
  /** The build it runs; null until it has said so. */
  build: z.nullable(z.string()),
  /** The last frame it drew, and of what. */
  frame: z.nullable(z.object({ at: isoTimeSchema, dashboard: wallDashboardIdSchema })),
  /** When it was last heard of; null before it took up its session. */
  seenAt: z.nullable(isoTimeSchema),
  /** How events reach it: `sse`, `websocket`, `polling`, or `none` while no connection stands. */
  transport: z.nullable(z.string()),
  /** CSS pixels: '1920x1080'. */
  viewport: z.nullable(z.string()),
});
export type Display = z.infer<typeof displaySchema>;
export const displaysResponseSchema = z.object({ displays: z.array(displaySchema), lastUpdated: isoTimeSchema });

/** Who asks to be paired: shown before anybody approves, so that a code somebody was sent is not approved unseen (RFC 8628, 5.4). */
export const pairingSchema = z.object({ device: z.string(), address: z.string(), expiresAt: isoTimeSchema });
export type Pairing = z.infer<typeof pairingSchema>;

export const wallSchema = z.object({ ...displaySettingsSchema.shape, name: z.string(), displayId: idSchema, version: countSchema });
export type Wall = z.infer<typeof wallSchema>;
