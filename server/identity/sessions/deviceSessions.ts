import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { DeviceSession } from '../../../src/contracts/identity.ts';
import { recordLine } from '../../audit/audit.ts';
import type { Platform } from '../../context.ts';
import type { Database } from '../../db/schema.ts';
import { deviceCookie } from '../../http/cookies.ts';
import { refuse } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import { describePlace, markedIn, openDeviceMarks } from './device.ts';
import { stillMay } from './stillMay.ts';

/** Lists and revokes a person's signed-in devices (D-22); a revoked session's streams end within two seconds, on every instance. */
export function registerDeviceSessions(app: FastifyInstance, platform: Platform): void {
  const { config, database, sessions, audit } = platform;

  route(app, platform, 'deviceSessions', async ({ db: snapshot, session }) => ({
    sessions: await openSessionsOf(snapshot, session.user.id, platform.clock.now(), session.sessionId),
  }));

  route(app, platform, 'revokeDeviceSession', async (call) => {
    const { session, params, correlationId, ip } = call;
    const id = params['id'] ?? '';
    const ended = await database.write(recordLine(session.user.tenantId), async (trx) => {
      // A session ended meanwhile must not end others. If two sessions revoke each other, the lock on the account lets only the first
      // succeed.
      await stillMay(trx, call, 'revokeDeviceSession', { own: true });
      // Another account's session is answered like an unknown one.
      if (!(await sessions.endIn(trx, { sessionId: id, accountId: session.user.id }, 'revoked'))) return false;
      await audit.record(trx, {
        tenantId: session.user.tenantId,
        actor: session.user,
        action: 'session.revoke',
        target: id,
        outcome: 'done',
        correlationId,
        ip,
      });
      return true;
    });
    if (!ended) return refuse('not_found');
    await sessions.sweep();
    return null;
  });

  route(app, platform, 'endOtherSessions', async (call) => {
    const { session, correlationId, ip } = call;
    const { endedSessions, marked } = await database.write(recordLine(session.user.tenantId), async (trx) => {
      await stillMay(trx, call, 'endOtherSessions', { own: true });
      const ended = await sessions.endAllIn(trx, session.user.id, 'revoked', session.sessionId);
      await audit.record(trx, {
        tenantId: session.user.tenantId,
        actor: session.user,
        action: 'session.revoke',
        target: 'all others',
        outcome: 'done',
        correlationId,
        ip,
        details: { endedSessions: ended },
      });
      return { endedSessions: ended, marked: await markedIn(trx, session.user.id) };
    });
    await sessions.sweep();
    // Earlier marks are invalid now; give this browser a new one.
    call.reply.header('set-cookie', deviceCookie(config, (await openDeviceMarks(platform.secrets)).issue(marked)));
    return { endedSessions };
  });
}

/** An account's open sessions, newest first. `own`: the caller's session. */
export async function openSessionsOf(db: Kysely<Database>, accountId: string, now: Date, own: string): Promise<DeviceSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['session_id', 'device', 'ip', 'created_at', 'last_active_at'])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.session_id,
    device: row.device,
    location: describePlace(row.ip),
    createdAt: row.created_at,
    lastActive: row.last_active_at,
    current: row.session_id === own,
  }));
}
