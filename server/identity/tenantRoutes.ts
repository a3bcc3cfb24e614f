import type { FastifyInstance } from 'fastify';
import { recordLine } from '../audit/audit.ts';
import type { Platform } from '../context.ts';
import { refuse } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { NoLongerMay, stillMay } from './stillMay.ts';

/** The tenants of an account, and moving a session to another of them. */
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

  // The session moves, and nothing is given out for it: the console asks afterwards who it is, so that a lost answer leaves it in no doubt.
  // Both tenants have it on record: who left, and who came.
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
      // In one order, whichever way somebody goes: each line holds its record's lock to the end. Neither names the other tenant.
      for (const tenantId of [from, to].sort()) {
        const action = tenantId === to ? 'session.enter_tenant' : 'session.leave_tenant';
        await audit.record(trx, { tenantId, actor: who, action, target: session.sessionId, outcome: 'done', correlationId, ip });
      }
      return true;
    });
    return moved ? null : refuse('unauthenticated');
  });
}

/** A tenant as the contract has it. */
export function tenantOfRow(row: { tenant_id: string; name: string; place: string; region: string; currency: string; time_zone: string }) {
  return { tenantId: row.tenant_id, name: row.name, place: row.place, region: row.region, currency: row.currency, timeZone: row.time_zone };
}
