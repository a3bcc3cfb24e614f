import { isoTimeSchema, percentSchema, versionSchema } from './primitives.ts';
import { z } from './zod.ts';

export const componentNames = ['api_gateway', 'database', 'verification_engine', 'evidence_storage'] as const;
export const healthStatusSchema = z.enum(['healthy', 'warning', 'critical', 'unknown']);
export type HealthStatus = z.infer<typeof healthStatusSchema>;

/** A platform component. `uptime` is percent over 30 days; latencies are milliseconds; `pitrWindow` is hours. */
export const healthComponentSchema = z.object({
  name: z.enum(componentNames),
  status: healthStatusSchema,
  uptime: percentSchema,
  latency: z.object({ p50: z.number(), p95: z.number() }),
  lastBackup: z.optional(isoTimeSchema),
  pitrWindow: z.optional(z.number()),
  version: versionSchema,
});
export type HealthComponent = z.infer<typeof healthComponentSchema>;
export const healthResponseSchema = z.object({ components: z.array(healthComponentSchema), lastUpdated: isoTimeSchema });
export type HealthResponse = z.infer<typeof healthResponseSchema>;
