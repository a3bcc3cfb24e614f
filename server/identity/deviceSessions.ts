import type { FastifyInstance } from 'fastify';
import type { Platform } from '../context.ts';
import { refuse } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { describePlace } from './device.ts';

/** The signed-in devices of a person, and ending one of them (D-22): its streams end within two seconds, on every instance. */
export function registerDeviceSessions(app: FastifyInstance, platform: Platform): void {
  const { db, sessions, audit } = platform;

  route(app, platform, 'deviceSessions', async ({ db: snapshot, session }) => {
    const rows = await snapshot
      .selectFrom('sessions')
      .select(['session_id', 'device', 'ip', 'created_at', 'last_active_at'])
      .where('account_id', '=', session.user.id)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', platform.clock.now().toISOString())
      .orderBy('created_at', 'desc')
      .execute();
    return {
      sessions: rows.map((row) => ({
        id: row.session_id,
        device: row.device,
        location: describePlace(row.ip),
        createdAt: row.created_at,
        lastActive: row.last_active_at,
        current: row.session_id === session.sessionId,
      })),
    };
  });

  route(app, platform, 'revokeDeviceSession', async ({ session, params, correlationId, ip }) => {
    const id = params['id'] ?? '';
    // Somebody else's session does not exist, as far as the answer tells.
    const own = await db
      .selectFrom('sessions')
      .select('session_id')
      .where('session_id', '=', id)
      .where('account_id', '=', session.user.id)
      .executeTakeFirst();
    if (own === undefined || !(await sessions.end(id, 'revoked'))) return refuse('not_found');
    await audit.record(null, {
      tenantId: session.user.tenantId,
      actor: session.user,
      action: 'session.revoke',
      target: id,
      outcome: 'done',
      correlationId,
      ip,
    });
    return null;
  });
}
