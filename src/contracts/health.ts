import { isoTimeSchema, percentSchema, versionSchema } from './primitives.ts';
import { z } from './zod.ts';

export const componentNames = ['api_gateway', 'database', 'verification_engine', 'evidence_storage'] as const;
export const healthStatusSchema = z.enum(['healthy', 'warning', 'critical', 'unknown']);
export type HealthStatus = z.infer<typeof healthStatusSchema>;

/**
 * Where the figures of a component come from: when, by what, and which of them were measured at all; one that is not named was not, whatever
 * number stands in its place. `simulation`: the demo made them up. Absent: the platform does not say, and both were.
 */
export const componentMeasuredSchema = z.object({
  at: isoTimeSchema,
  by: z.enum(['platform', 'simulation']),
  figures: z.array(z.enum(['uptime', 'latency'])),
});
export type ComponentMeasured = z.infer<typeof componentMeasuredSchema>;

/** A platform component. `uptime` is percent over 30 days; latencies are milliseconds; `pitrWindow` is hours. */
export const healthComponentSchema = z.object({
  name: z.enum(componentNames),
  status: healthStatusSchema,
  uptime: percentSchema,
  latency: z.object({ p50: z.number(), p95: z.number() }),
  lastBackup: z.optional(isoTimeSchema),
  pitrWindow: z.optional(z.number()),
  measured: z.optional(componentMeasuredSchema),
  version: versionSchema,
});
export type HealthComponent = z.infer<typeof healthComponentSchema>;
export const healthResponseSchema = z.object({ components: z.array(healthComponentSchema), lastUpdated: isoTimeSchema });
export type HealthResponse = z.infer<typeof healthResponseSchema>;
