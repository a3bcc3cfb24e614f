import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { recordLine } from '../../audit/audit.ts';
import type { Platform } from '../../context.ts';
import { route } from '../../http/route.ts';
import { stillMay } from './stillMay.ts';

/**
 * Escrow keys that open the outbox of an abandoned app lock (G-3). Derived from a platform secret, the account and the lock's id given by
 * the device; nothing is stored. Only the account itself gets them, within five minutes of re-authentication. Each call is on record,
 * since the keys open what a device stores.
 */
export function registerLockEscrow(app: FastifyInstance, platform: Platform): void {
  const { database, audit, secrets } = platform;
  route(app, platform, 'lockEscrow', async (call) => {
    const { session, body, correlationId, ip } = call;
    const held = await secrets.held('lock.escrow');
    await database.write(recordLine(session.user.tenantId), async (trx) => {
      await stillMay(trx, call, 'lockEscrow', { own: true });
      await audit.record(trx, {
        tenantId: session.user.tenantId,
        actor: session.user,
        action: 'session.lock_escrow',
        target: body.id,
        outcome: 'done',
        correlationId,
        ip,
      });
    });
    return { keys: held.map(({ text }) => createHmac('sha256', text).update(`${session.user.id}\n${body.id}`).digest('base64url')) };
  });
}
