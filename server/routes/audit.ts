import type { FastifyInstance } from 'fastify';
import { toAuditRecord } from '../audit/audit.ts';
import type { Platform } from '../context.ts';
import { refuse } from '../http/problem.ts';
import { route } from '../http/route.ts';

const defaultLimit = 100;

/**
 * The audit record (D-27), by chain index and never filtered, because checking the chain needs every line. Acts of anonymous callers
 * belong to no tenant and cannot be read here.
 */
export function registerAuditRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, platform, 'audit', async ({ db, tenantId, query }) => {
    const { before, after, limit = defaultLimit } = query;
    if (before !== undefined && after !== undefined) return refuse('bad_request', 'Ask for lines before or after a place, not both');
    const lines = db.selectFrom('audit_records').where('tenant_id', '=', tenantId);
    let page = lines.selectAll().limit(limit);
    if (after !== undefined) page = page.where('chain_index', '>', after).orderBy('chain_index');
    else page = (before === undefined ? page : page.where('chain_index', '<', before)).orderBy('chain_index', 'desc');
    // The newest index gives the total; counting would read the whole record.
    const newest = await lines.select('chain_index').orderBy('chain_index', 'desc').limit(1).executeTakeFirst();
    return {
      records: (await page.execute()).map(toAuditRecord),
      totalCount: newest === undefined ? 0 : newest.chain_index + 1,
      lastUpdated: platform.clock.now().toISOString(),
    };
  });
}
