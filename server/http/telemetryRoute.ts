import type { FastifyInstance } from 'fastify';
import { redactTelemetry } from '../../src/domain/redact.ts';
import type { Platform } from '../context.ts';
import { route } from './route.ts';

/** Newest telemetry events kept per tenant; older ones are deleted. */
const keptPerTenant = 10_000;

/** POST /api/telemetry (C-87). Redacts again what the console has redacted, since data from a browser cannot be trusted. */
export function registerTelemetryRoute(app: FastifyInstance, platform: Platform): void {
  const { db, clock } = platform;
  route(
    app,
    platform,
    'telemetry',
    async ({ body, tenantId }) => {
      const rows = body.events.map((event) => ({
        tenant_id: tenantId,
        received_at: clock.now(),
        name: event.name,
        at: event.at,
        values: JSON.stringify(redactTelemetry(event.values)),
      }));
      const newest = await db.insertInto('telemetry_events').values(rows).returning('telemetry_id').execute();
      const last = Math.max(...newest.map((row) => row.telemetry_id));
      if (last % 100 < rows.length) {
        const edge = await db
          .selectFrom('telemetry_events')
          .select('telemetry_id')
          .where('tenant_id', '=', tenantId)
          .orderBy('telemetry_id', 'desc')
          .offset(keptPerTenant)
          .limit(1)
          .executeTakeFirst();
        if (edge !== undefined)
          await db
            .deleteFrom('telemetry_events')
            .where('tenant_id', '=', tenantId)
            .where('telemetry_id', '<=', edge.telemetry_id)
            .execute();
      }
      platform.metrics.add('ukweli_telemetry_events_total', rows.length);
      return null;
    },
    { bodyLimit: 65_536 },
  );
}
