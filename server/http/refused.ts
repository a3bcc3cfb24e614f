import type { FastifyRequest } from 'fastify';
import { headers } from '../../src/contracts/endpoints.ts';
import type { Platform } from '../context.ts';
import type { AuthSession } from '../identity/sessions/sessions.ts';
import { refusedRate } from './meter.ts';
import type { Refusal } from './problem.ts';

/** How long a request from before a tenant switch may arrive, milliseconds: as long as the console waits for an answer. */
const lateMs = 30_000;

/**
 * True if a call names, besides the session's tenant, only the tenant that the session has just left: it was sent before the switch. Such
 * a call is refused, but not recorded as an attempt on another tenant.
 */
async function isLate(platform: Platform, request: FastifyRequest, session: AuthSession): Promise<boolean> {
  const inQuery = Object(request.query)['tenantId'] as unknown; // unparsed: any shape
  const named = [request.headers[headers.tenant.toLowerCase()], inQuery].filter(
    (each) => each !== undefined && each !== session.user.tenantId,
  );
  const [left, ...others] = new Set(named);
  if (typeof left !== 'string' || others.length > 0) return false;
  const since = new Date(platform.clock.now().getTime() - lateMs).toISOString();
  const gone = await platform.db
    .selectFrom('audit_records')
    .select('chain_index')
    .where('tenant_id', '=', left)
    .where('at', '>=', since)
    .where('action', '=', 'session.leave_tenant')
    .where('target', '=', session.sessionId)
    .limit(1)
    .executeTakeFirst();
  return gone !== undefined;
}

/** Records a refusal that is worth recording, and returns it. */
export async function refused(
  platform: Platform,
  request: FastifyRequest,
  refusal: Refusal,
  session: AuthSession | null = null,
): Promise<Refusal> {
  platform.metrics.count('ukweli_refusals_total', { code: refusal.refused });
  // Counted but not recorded: the session belonged to the named tenant a moment ago.
  if (refusal.refused === 'wrong_tenant' && session !== null && (await isLate(platform, request, session))) return refusal;
  const act = {
    tenantId: session?.user.tenantId ?? '',
    action: `refused.${refusal.refused}`,
    target: `${request.method} ${request.routeOptions.url ?? ''}`,
    outcome: 'refused',
    correlationId: request.id,
    ip: request.ip,
  } as const;
  if (session === null && refusal.refused === 'rate_limited') platform.strangers.sum(act);
  else if (session === null) await platform.strangers.note(act);
  else {
    const { id, name } = session.user;
    // Refusals of a known account must not flood the record either: beyond the rate they become one line per minute and reason, with the
    // account's id.
    const summed = refusal.refused === 'rate_limited' || platform.meter.take(`refused ${id} ${refusal.refused}`, refusedRate) !== null;
    if (summed) platform.strangers.sum({ ...act, details: { account: id } });
    else await platform.audit.record(null, { ...act, actor: { id, name } });
  }
  return refusal;
}
