import type { FastifyInstance } from 'fastify';
import { recordLine } from '../audit/audit.ts';
import type { Platform } from '../context.ts';
import { refuse } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { NoLongerMay, stillMay } from './sessions/stillMay.ts';

/** Lists the tenants of an account and moves a session to another of them. */
export function registerTenantRoutes(app: FastifyInstance, platform: Platform): void {
  const { database, sessions, audit } = platform;

  route(app, platform, 'tenants', async ({ db: snapshot, session }) => {
    const rows = await snapshot
      .selectFrom('tenants')
      .selectAll()
      .where('tenant_id', 'in', [...session.tenants])
      .orderBy('tenant_id')
      .execute();
    return { tenants: rows.map(tenantOfRow) };
  });

  // Moves the session and returns nothing; the console then refetches the current user, so a lost answer leaves no doubt. Both tenants
  // record it, one as leaving and the other as entering.
  route(app, platform, 'switchTenant', async (call) => {
    const { session, body, correlationId, ip } = call;
    const { tenantId: to } = body;
    const { tenantId: from, ...who } = session.user;
    if (!session.tenants.includes(to)) return refuse('wrong_tenant');
    if (to === from) return null;
    const moved = await database.write(recordLine(from), async (trx) => {
      const { tenants } = await stillMay(trx, call, 'switchTenant', { own: true });
      if (!tenants.includes(to)) throw new NoLongerMay(refuse('wrong_tenant'));
      if (!(await sessions.move(trx, session.sessionId, to))) return false;
      // Sorted, because each line locks its record until commit. Neither line names the other tenant.
      for (const tenantId of [from, to].sort()) {
        const action = tenantId === to ? 'session.enter_tenant' : 'session.leave_tenant';
        await audit.record(trx, { tenantId, actor: who, action, target: session.sessionId, outcome: 'done', correlationId, ip });
      }
      return true;
    });
    return moved ? null : refuse('unauthenticated');
  });
}

/** A tenant row in the contract's shape. */
export function tenantOfRow(row: { tenant_id: string; name: string; place: string; region: string; currency: string; time_zone: string }) {
  return { tenantId: row.tenant_id, name: row.name, place: row.place, region: row.region, currency: row.currency, timeZone: row.time_zone };
}
